#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// Makes an edit and returns its changes, as the history notes them: also the values of an object that it
/// removed. `shownBefore`: the previous value as the user saw it, if it differs from the scene's. A problem
/// leaves the scene as it was.
Result<std::vector<Change>> makeEdit(Scene& scene, const Edit& edit, std::optional<double> shownBefore = {});

/// Returns what these edits change in a scene; refused ones change nothing.
std::vector<Change> changesOf(std::span<const Edit> edits, Scene scene);

/// The user's changes, to undo and redo gesture by gesture: a drag of a slider, a click, the choice of
/// another preset.
class EditHistory {
public:
    /// A scene and the preset that it came from, with that preset's name or file.
    struct Edited {
        Scene preset;
        Scene now;
        std::string origin = {};
    };

    /// The result of undo() and redo(): a scene to load, then edits in their order.
    struct Step {
        std::optional<Edited> scene;
        std::vector<Edit> edits;

        bool isEmpty() const { return !scene && edits.empty(); }
    };

    /// Notes changes in the order in which they were made. They belong to one gesture until endGesture().
    void note(const std::vector<Change>& changes);

    /// Notes that one scene replaced another, as a gesture of its own.
    void noteReplaced(Edited before, Edited after);

    /// Ends the gesture. A gesture that ends where it began, such as a drag to and fro, is not kept: what was
    /// undone before it can still be redone.
    void endGesture();

    /// Continues the last gesture, if it changed the value with this key, was kept and not undone.
    void reopenGesture(std::string_view key);

    std::size_t done() const { return m_done; }  ///< number of gestures that undo() can undo
    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_gestures.size(); }

    /// Returns the step that undoes the last gesture, or redoes the last undone one; empty if there is none.
    Step undo();
    Step redo();

private:
    struct Gesture {
        std::vector<Change> changes;  ///< in the order made, each key once
        std::optional<Edited> before;
        std::optional<Edited> after;
    };

    Gesture& openGesture();
    void forgetOldest();

    std::vector<Gesture> m_gestures;  ///< oldest first
    std::size_t m_done = 0;           ///< number of gestures done; the others are undone
    std::vector<Gesture> m_undone;    ///< those undone before the open gesture, in case it is not kept
    bool m_isGestureOpen = false;
    bool m_isLastDropped = false;  ///< the last gesture to end was not kept
};

}  // namespace shoal
