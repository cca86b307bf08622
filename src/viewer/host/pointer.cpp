#include "viewer/host/pointer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "render/camera/picking.hpp"
#include "viewer/objects/new_object.hpp"
#include "viewer/window/key_map.hpp"

namespace shoal {

namespace {

constexpr double kClickReach = 12.0;       // [px] tolerance beside a boid
constexpr double kReachBeforeStone = 1.0;  // [px] likewise, if an obstacle is under the pointer

}  // namespace

Pointer::Pointer(const Services& services)
    : m_window(services.window),
      m_player(services.player),
      m_stage(services.stage),
      m_messages(services.messages),
      m_layout(services.layout),
      m_commands(services.commands),
      m_views(services.views),
      m_panels(services.panels) {}

void Pointer::declare(CommandTable& commands, Pointer* pointer) {
    commands.add({.id = "lead",
                  .name = "Make it the leader",
                  .keys = "L",
                  .words = "leader boss follow",
                  .run = [pointer] { pointer->makeChosenLeader(); }});
    commands.add({.id = "add_stone",
                  .name = "Add a stone (obstacle)",
                  .words = "obstacle rock pillar block thing",
                  .run = [pointer] { pointer->add(NewObject::stone); }});
    commands.add({.id = "add_goal",
                  .name = "Add a goal",
                  .words = "waypoints target destination food lead path paint route",
                  .run = [pointer] { pointer->add(NewObject::goal); }});
    commands.add({.id = "add_lure",
                  .name = "Add a point that attracts",
                  .words = "attract food bait magnet attraction",
                  .run = [pointer] { pointer->add(NewObject::lure); }});
    commands.add({.id = "add_scare",
                  .name = "Add a point that scares",
                  .words = "predator enemy repel scatter threat chase shark hunter",
                  .run = [pointer] { pointer->add(NewObject::scare); }});
    commands.add({.id = "add_hunter",
                  .name = "Be the hunter: steer a shark, a falcon or a lion with the mouse",
                  .words = "predator hunter shark falcon lion hawk enemy chase attack play game steer drive",
                  .run = [pointer] { pointer->toggleHunter(); },
                  .isOn = [pointer] { return pointer != nullptr && pointer->hasHunter(); }});
    commands.add(
        {.id = "select", .runWith = [pointer](const CommandValue& with) { pointer->select(with.text); }});
    commands.add({.id = "let_go", .run = [pointer] { pointer->drop(); }});
    commands.add({.id = "remove_object",
                  .name = "Remove the selected object",
                  .keys = "Delete",
                  .words = "delete erase",
                  .run = [pointer] { pointer->removeSelected(); }});
}

void Pointer::handle(const InputEvent& event) {
    const bool isOverPanel = Panels::isPointerOver();
    // The camera always needs the pointer's position.
    if (!handleObjects(event, !isOverPanel) || std::holds_alternative<PointerMoved>(event)) {
        if (const auto at = m_cameraInput.handle(event, m_stage.camera(), isOverPanel,
                                                 static_cast<double>(m_layout.height()))) {
            click(*at);
        }
    }
    const auto* key = std::get_if<KeyPressed>(&event);
    // Text typed into a field is not a command.
    if (key != nullptr && !(ImGui::GetIO().WantTextInput && isForTextField(event))) {
        m_pressedKeys.push_back(key->code);
    }
}

std::optional<WindowPicture> Pointer::picturePointedAt() const {
    const Window::Size size = m_layout.window;
    if (size.width < 1 || size.height < 1) {
        return std::nullopt;
    }
    return WindowPicture{.view = m_stage.camera().view(m_layout.aspect()),
                         .width = static_cast<double>(size.width),
                         .height = static_cast<double>(size.height),
                         .covered = static_cast<double>(m_layout.pictureLeft),
                         .coveredBelow = static_cast<double>(m_layout.coveredBelow),
                         .sideWidth = static_cast<double>(m_layout.sideWidth),
                         .scale = static_cast<double>(m_layout.scale)};
}

/// Whether this place is in the left half of a split picture.
bool Pointer::isOnOtherFlock(double x) const {
    return m_player.beside().has_value() && x < static_cast<double>(m_layout.pictureLeft);
}

std::optional<WorldObject> Pointer::hunter() const {
    const std::vector<WorldObject> objects = worldObjects(m_player.shown().state);
    const auto found = std::ranges::find_if(
        objects, [](const WorldObject& each) { return each.isHunter && each.followsPointer; });
    return found == objects.end() ? std::nullopt : std::optional(*found);
}

void Pointer::toggleHunter() {
    if (const auto present = hunter()) {
        remove(present->key);
    } else {
        add(NewObject::hunter);
    }
}

void Pointer::follow(double seconds) {
    // A take that is being played has its own pointer.
    if (m_player.shown().playing != nullptr || (Panels::isPointerOver() && !m_tool.isCarrying())) {
        return;
    }
    if (const auto picture = picturePointedAt()) {
        const auto swum = static_cast<float>(m_player.isPaused() ? 0.0 : seconds * m_player.timeScale());
        if (!findObject(m_player.shown().state, m_removed)) {
            m_removed.clear();
        }
        for (const Edit& edit : m_tool.follow(m_player.shown().state, *picture, swum)) {
            if (m_removed.empty() || !edit.key.starts_with(m_removed + '.')) {
                m_player.queue(edit);
            }
        }
    }
}

bool Pointer::handleObjects(const InputEvent& event, bool isOnPicture) {
    const auto picture = picturePointedAt();
    if (!picture) {
        return false;
    }
    // An edit would end the take that is being played, and a drag there usually means the camera.
    const bool canBegin = m_player.shown().playing == nullptr && isOnPicture &&
                          !isOnOtherFlock(m_cameraInput.pointer().x) && !m_cameraInput.isDragging();
    const ObjectTool::Answer answer = m_tool.handle(event, m_player.shown().state, *picture, canBegin);
    queueEdits(answer.edits, answer.said);
    remove(answer.removed);
    if (answer.isClick) {
        click(m_cameraInput.pointer());
    }
    return answer.isTaken;
}

void Pointer::click(const CameraInput::Point& at) {
    const auto picture = picturePointedAt();
    if (!picture || isOnOtherFlock(at.x)) {
        return;
    }
    if (hasHunter() && m_player.shown().playing == nullptr && !m_player.isPaused()) {
        return m_tool.dash();
    }
    const auto under = m_tool.pointed(m_player.shown().state, *picture);
    if (!under && isPlacing()) {
        return m_tool.drop();  // a miss: the card beside the picture would become a boid's
    }
    const bool isMarker = under && under->isOnMarker;
    const bool isObstacle = under && !isMarker && under->object.isObstacle();
    const double reach = isObstacle ? kReachBeforeStone : kClickReach;
    PickQuery query{.at = {static_cast<float>(2.0 * at.x / picture->width - 1.0),
                           static_cast<float>(1.0 - 2.0 * at.y / picture->height)},
                    .aspect = static_cast<float>(picture->width / picture->height),
                    .reach = static_cast<float>(reach * picture->scale / picture->height),
                    .alpha = m_player.alpha(),
                    .subject = m_stage.subjectIn(m_player.shown().state, m_player.alpha())};
    if (isObstacle) {
        query.maxDepth = under->depth;
    }
    const auto boid = isMarker ? std::nullopt : pickBoid(m_player.shown().state, picture->view, query);
    m_tool.select(under && !boid ? under->object.key : std::string());
    if (boid) {
        m_stage.director().choose(m_player.shown(), *boid);
    } else if (!under && m_stage.director().boid()) {
        m_views.stepBack();
    }
}

void Pointer::add(NewObject kind) {
    const auto picture = picturePointedAt();
    if (!picture) {
        return;
    }
    const auto added = newObject(kind, m_player.shown().state, *picture);
    if (!added) {
        m_messages.postProblem(added.problem().text);
        return;
    }
    queueEdits(added->edits, added->said);
    m_tool.select(kind == NewObject::hunter ? std::string() : added->key);
}

void Pointer::queueEdits(const std::vector<Edit>& edits, const std::string& said) {
    for (const Edit& edit : edits) {
        m_player.queue(edit);
    }
    if (!said.empty()) {
        m_messages.post(said);
    }
}

std::optional<Vec3f> Pointer::placeToKeep() const {
    const auto object = findObject(m_player.shown().state, m_tool.selected());
    const bool isPoint =
        object && (object->kind == WorldObject::Kind::attracts || object->kind == WorldObject::Kind::scares);
    if (!isPoint || object->followsPointer || m_tool.isCarrying()) {
        return std::nullopt;
    }
    return object->place;
}

bool Pointer::isPlacing() const {
    const auto object = findObject(m_player.shown().state, selected());
    return object && (object->isObstacle() || object->kind == WorldObject::Kind::goal);
}

void Pointer::removeSelected() {
    const auto hunting = m_player.shown().playing == nullptr ? hunter() : std::nullopt;
    if (!remove(m_tool.selected()) && !(hunting && remove(hunting->key))) {
        m_messages.post("Click a stone, a goal or a point, then press {remove_object}");
    }
}

bool Pointer::remove(const std::string& key) {
    const StateView state = m_player.shown();
    const auto object = findObject(state, key);
    if (!object) {
        return false;
    }
    const ObjectEdits removal = removalOf(*object, state.scene(), m_player.shown().loaded);
    queueEdits(removal.edits, removal.said);
    m_removed = key;
    if (key == m_tool.selected()) {
        m_tool.drop();
    }
    return true;
}

void Pointer::makeChosenLeader() {
    const std::optional<BoidName> chosen = m_stage.director().boid();
    if (!chosen) {
        m_messages.post("Click a boid, then press {lead}");
        return;
    }
    const Species& species = m_player.shown().scene().species[chosen->species];
    const std::string rule = fmt::format("species.{}.follow_leader", species.name);
    const auto* follows = species.rules.find("follow_leader");
    const bool isNew = follows != nullptr && !follows->isEnabled;
    m_player.queue({rule + ".leader", static_cast<double>(chosen->id)});
    m_player.queue({rule + ".enabled", 1.0});
    m_messages.post(fmt::format("{} {} leads{}", species.name, chosen->id,
                                isNew ? ". The rule \"Follow leader\" is now on" : ""));
}

FlyKeys Pointer::takeFlyKeys() {
    const std::vector<int> pressed = std::exchange(m_pressedKeys, {});
    const ImGuiIO& io = ImGui::GetIO();
    if (!m_panels.keyboard.isIn(KeyboardPlace::picture) || m_panels.keyboard.isInGallery() ||
        io.WantTextInput || io.KeyCtrl || io.KeySuper || io.KeyAlt) {
        return {};
    }
    // A key that was pressed and released within a slow frame counts as held during that frame.
    const auto isHeld = [&](int code) {
        return m_window.isHeld(code) || std::ranges::find(pressed, code) != pressed.end();
    };
    const auto [ahead, left, back, right, down, up] = flyCodes(m_commands, Window::labelAt);
    return {.left = isHeld(left),
            .right = isHeld(right),
            .up = isHeld(up),
            .down = isHeld(down),
            .ahead = isHeld(ahead),
            .back = isHeld(back)};
}

void Pointer::drawMarks() {
    if (const auto picture = picturePointedAt()) {
        const bool isPointing = !Panels::isPointerOver() && !m_cameraInput.isDragging() &&
                                !isOnOtherFlock(m_cameraInput.pointer().x);
        m_marks = shoal::objectMarks(m_tool, m_player.shown().state, *picture, isPointing);
        drawObjectMarks(m_marks, *picture);
    }
}

}  // namespace shoal
