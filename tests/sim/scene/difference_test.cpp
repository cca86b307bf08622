// The edits that turn one scene into another.

#include <shoal/preset.hpp>
#include <shoal/scene.hpp>

namespace shoal::test {

namespace {

Scene changedAtEveryKey(Scene scene) {
    for (const Section& section : scene.sections()) {
        for (const Tunables& tunables : {section.tunables, section.switches()}) {
            for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
                const Parameter& parameter = tunables.parameters[index];
                const double before = tunables.get(index);
                for (const double shown : {parameter.declared.max, parameter.declared.min, 0.0, 1.0}) {
                    const auto legal = parameter.checked(shown);
                    if (legal && tunables.get(index) == before && parameter.declared.key != "count") {
                        tunables.set(index, *legal);
                    }
                }
            }
        }
    }
    return scene;
}

/// The text of a scene without its camera, which difference() leaves out.
std::string textOf(Scene scene) {
    scene.camera = {};
    return presetText(std::move(scene));
}

}  // namespace

TEST_CASE("a difference turns one scene into the other, and equal scenes have none", "[scene]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        const Scene from = *openPreset(std::string(preset.name));
        CHECK(difference(from, from).empty());
        Scene to = changedAtEveryKey(from);
        REQUIRE(to.apply({"attractor.added.present", 1.0}));
        REQUIRE(to.apply({"attractor.added.x", 2.0}));
        for (const auto& [begin, end] : {std::pair{from, to}, std::pair{to, from}}) {
            Scene scene = begin;
            for (const Edit& edit : difference(begin, end)) {
                INFO(edit.key);
                REQUIRE(scene.apply(edit));
            }
            CHECK(textOf(scene) == textOf(end));
        }
    }
}

TEST_CASE("an object that came back in another order is compared with the one that was loaded", "[scene]") {
    Scene loaded = *openPreset("reef");
    REQUIRE(loaded.apply({"attractor.one.present", 1.0}));
    REQUIRE(loaded.apply({"attractor.two.present", 1.0}));
    Scene scene = loaded;
    REQUIRE(scene.apply({"attractor.one.present", 0.0}));
    REQUIRE(scene.apply({"attractor.one.present", 1.0}));
    REQUIRE(scene.apply({"attractor.one.x", 2.0}));
    CHECK(std::ranges::count(difference(scene, loaded), "attractor.one.x", &Edit::key) == 1);
}

}  // namespace shoal::test
