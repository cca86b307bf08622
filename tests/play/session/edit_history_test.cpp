#include "play/session/edit_history.hpp"

#include <shoal/preset.hpp>

#include "program/small_reef.hpp"

namespace shoal::test {

namespace {

/// A scene whose edits are noted, as in the viewer.
struct Edited {
    Scene now = *openPreset("reef");
    EditHistory history;

    double value(const std::string& key) const { return *now.value(key); }

    /// Makes edits as one gesture.
    void edit(const std::vector<Edit>& edits) {
        for (const Edit& each : edits) {
            history.note(*makeEdit(now, each));
        }
        history.endGesture();
    }

    void make(const EditHistory::Step& step) {
        for (const Edit& each : step.edits) {
            REQUIRE(now.apply(each));
        }
    }
    void undo() { make(history.undo()); }
    void redo() { make(history.redo()); }

    std::string scene() const { return presetText(now); }
};

}  // namespace

TEST_CASE("undo reverts a whole drag, and redo repeats it", "[app][undo]") {
    Edited edited;
    CHECK_FALSE(edited.history.canUndo());
    const double before = edited.value(kWeight);
    edited.edit({{kWeight, 1.0}, {kWeight, 1.5}, {kWeight, 2.0}});
    edited.edit({{kAlignmentRadius, 0.5}});
    edited.undo();
    CHECK(edited.value(kAlignmentRadius) == 1.0);
    CHECK(edited.value(kWeight) == 2.0);
    edited.undo();
    CHECK(edited.value(kWeight) == before);
    CHECK_FALSE(edited.history.canUndo());
    CHECK(edited.history.undo().isEmpty());
    edited.redo();
    edited.redo();
    CHECK(edited.value(kWeight) == 2.0);
    CHECK(edited.value(kAlignmentRadius) == 0.5);
    CHECK_FALSE(edited.history.canRedo());
}

TEST_CASE("a change after an undo clears the redo history", "[app][undo]") {
    Edited edited;
    edited.edit({{kWeight, 1.0}});
    edited.edit({{kWeight, 2.0}});
    edited.undo();
    edited.edit({{kAlignmentRadius, 0.5}});
    CHECK_FALSE(edited.history.canRedo());
    edited.undo();
    edited.undo();
    CHECK(edited.scene() == Edited().scene());
}

TEST_CASE("undo brings a removed point back with its values, and takes an added one away", "[app][undo]") {
    Edited edited;
    edited.edit({{"attractor.lure.present", 1.0}, {"attractor.lure.x", 3.0}, {"attractor.lure.pull", -5.0}});
    const std::string with = edited.scene();
    edited.edit({{"attractor.lure.present", 0.0}});
    edited.undo();
    CHECK(edited.scene() == with);
    edited.undo();
    CHECK(edited.scene() == Edited().scene());
    edited.redo();
    CHECK(edited.scene() == with);
    edited.redo();
    CHECK(edited.scene() == Edited().scene());
}

TEST_CASE("an edit that changes nothing, or is refused, is no step", "[app][undo]") {
    Edited edited;
    edited.edit({{kWeight, edited.value(kWeight)}});
    CHECK_FALSE(edited.history.canUndo());
    // A drag that ends where it began.
    const double weight = edited.value(kWeight);
    edited.edit({{kWeight, 1.0}, {kWeight, 2.0}, {kWeight, weight}});
    CHECK_FALSE(edited.history.canUndo());
    CHECK_FALSE(edited.history.canRedo());
    CHECK_FALSE(makeEdit(edited.now, {kWeight, 1e9}));
}

TEST_CASE("undoing the choice of a preset brings back the edited scene", "[app][undo]") {
    EditHistory history;
    const Scene reef = *openPreset("reef");
    Scene changed = reef;
    REQUIRE(changed.apply({kWeight, 1.0}));
    const Scene zones = *openPreset("zones");
    history.noteReplaced({reef, changed}, {zones, zones});
    const EditHistory::Step back = history.undo();
    REQUIRE(back.scene);
    CHECK(back.scene->preset.name == "reef");
    CHECK(*back.scene->now.value(kWeight) == 1.0);
    const EditHistory::Step again = history.redo();
    REQUIRE(again.scene);
    CHECK(again.scene->now.name == "zones");
}

TEST_CASE("a long history forgets its oldest steps", "[app][undo]") {
    EditHistory history;
    for (int step = 0; step < 3000; ++step) {
        history.note({{"key", static_cast<double>(step), static_cast<double>(step + 1)}});
        history.endGesture();
    }
    int undone = 0;
    double last = 0.0;
    while (history.canUndo()) {
        last = history.undo().edits[0].shown;
        ++undone;
    }
    CHECK(undone == 1000);
    CHECK(last == 2000.0);
}

TEST_CASE("a drag that Esc gives up leaves what can be redone", "[app][undo]") {
    Edited edited;
    const double before = edited.value(kWeight);
    edited.edit({{kWeight, 1.0}});
    edited.undo();
    REQUIRE(edited.history.canRedo());
    edited.edit({{kAlignmentRadius, 0.5}, {kAlignmentRadius, 1.0}});
    REQUIRE(edited.history.canRedo());
    edited.redo();
    CHECK(edited.value(kWeight) == 1.0);
    edited.undo();
    CHECK(edited.value(kWeight) == before);
    edited.edit({{kAlignmentRadius, 0.5}});
    CHECK_FALSE(edited.history.canRedo());
}

TEST_CASE("steps that cancel out do not join the gesture before them", "[app][undo]") {
    Edited edited;
    const double before = edited.value(kWeight);
    edited.edit({{kWeight, 1.0}});
    edited.edit({{kWeight, 1.1}});
    edited.history.reopenGesture(kWeight);
    edited.edit({{kWeight, 1.0}});
    edited.history.reopenGesture(kWeight);
    edited.edit({{kWeight, 1.1}});
    edited.undo();
    CHECK(edited.value(kWeight) == 1.0);
    edited.undo();
    CHECK(edited.value(kWeight) == before);
}

}  // namespace shoal::test
