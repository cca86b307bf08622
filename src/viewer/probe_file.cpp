#include "viewer/probe_file.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "system/process/process.hpp"

namespace shoal {

namespace {

using Json = nlohmann::ordered_json;

Json itemsJson(const UiProbe& probe) {
    Json items = Json::object();
    for (const UiProbe::Item& item : probe.items()) {
        Json& place = items[item.key] = {{"x", item.min.x},
                                         {"y", item.min.y},
                                         {"width", item.max.x - item.min.x},
                                         {"height", item.max.y - item.min.y},
                                         {"visible", item.isVisible},
                                         {"cut_off", item.isCutOff}};
        if (!item.also.empty()) {
            items[item.also] = Json(place);
        }
    }
    return items;
}

Json objectsJson(const ProbeState& state) {
    const WindowPicture picture{
        .view = state.camera.view(static_cast<float>(state.window.width) /
                                  static_cast<float>(std::max(1, state.window.height))),
        .width = static_cast<double>(state.window.width),
        .height = static_cast<double>(state.window.height)};
    const auto point = [](const glm::vec2& at) { return Json{{"x", at.x}, {"y", at.y}}; };
    Json places = Json::object();
    for (const WorldObject& object : worldObjects(state.shown.state)) {
        if (const auto at = inWindow(picture, object.place)) {
            places[object.key] = point(*at);
        }
    }
    const ObjectMarks& marks = state.objectMarks;
    return {{"selected", state.selectedObject},
            {"hovered", marks.hovered ? Json(marks.hovered->label) : Json()},
            {"rim", marks.selected ? Json(marks.selected->radius) : Json()},
            {"places", places}};
}

Json valuesJson(Scene scene) {
    Json values = Json::object();
    for (const Section& section : scene.sections()) {
        if (section.rule != nullptr) {
            values[section.path + ".enabled"] = section.rule->isEnabled;
        }
        const Tunables& tunables = section.tunables;
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const Parameter& parameter = tunables.parameters[index];
            values[section.path + "." + std::string(parameter.declared.key)] =
                parameter.shown(tunables.get(index));
        }
    }
    return values;
}

/// What a flock is, without its measures: those of a large flock would take longer than a frame.
Json flockJson(const StateView& state) {
    int boids = 0;
    for (const Flock& flock : state.flocks()) {
        boids += static_cast<int>(flock.count());
    }
    return {{"preset", state.scene().name},
            {"boids", boids},
            {"steps", state.stepCount()},
            {"seed", state.scene().seed},
            {"hash", hashText(state.hash())}};
}

Json measuresJson(const MeasureSample& measures) {
    Json json = Json::object();
    const auto columns = measureColumns();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        if (const auto value = measures.of(column)) {
            json[columns[column].key] = *value;
        }
    }
    return json;
}

}  // namespace

std::string probeText(const ProbeState& state) {
    const CameraSettings camera = state.camera.settings();
    const Vec3f target = state.camera.target();
    const CameraPose pose = state.camera.pose();
    const Vec3f eye = eyeOf(pose);
    Json json;
    json["frame"] = state.frame;
    json["heap"] = heapBytes();
    json["window"] = {{"width", state.window.width}, {"height", state.window.height}};
    json["paused"] = state.isPaused;
    json["rewound"] = state.isRewound;
    json["panel"] = state.isPanelShown;
    json["help"] = state.isHelpShown;
    json["following"] = state.followed.has_value();
    json["boid"] =
        state.followed ? Json{{"species", state.followed->species}, {"id", state.followed->id}} : Json();
    json["message"] = state.message;
    json["messages"] = state.messages;
    json["samples"] = state.samples;
    json["scale"] = state.scale;
    json["legend"] = state.legend;
    json["gallery_pictures"] = state.galleryPictures;
    json["time_scale"] = state.timeScale;
    json["split"] =
        state.split ? Json{{"report", flockJson(*state.split)}, {"values", valuesJson(state.split->scene())}}
                    : Json();
    json["spread"] = state.spread
                         ? Json{{"differing", state.spread->differing}, {"front", state.spread->speed()}}
                         : Json();
    json["camera"] = {{"distance", camera.distance},
                      {"azimuth", camera.azimuth},
                      {"elevation", camera.elevation},
                      {"target", {target.x, target.y, target.z}},
                      {"eye", {eye.x, eye.y, eye.z}},
                      {"view", state.view},
                      {"through_eyes", state.camera.isLookingFrom()},
                      {"shown", {{"distance", pose.distance}, {"azimuth", pose.azimuth}}},
                      {"touched", state.camera.isTouched()}};
    for (const Feature* const feature : state.features) {
        feature->probe(json);
    }
    json["objects"] = objectsJson(state);
    json["report"] = flockJson(state.shown.state);
    json["measures"] = measuresJson(state.measures);
    json["values"] = valuesJson(state.shown.scene());
    json["focus"] = state.items.focused();
    json["items"] = itemsJson(state.items);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shoal
