#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// An applied edit and the value before it, both in the unit that users see.
struct Change {
    std::string key;
    double before = 0.0;
    double after = 0.0;
};

/// Returns the changes that an edit makes to this scene: none if the key is unknown or already has that
/// value. An edit that removes an object of the world also changes the object's values, so that undo can
/// restore them.
std::vector<Change> changesOf(const Scene& scene, const Edit& edit);

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

    /// Ends the gesture. A gesture that ends where it began, such as a drag to and fro, is not kept.
    void endGesture();

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
    bool m_isGestureOpen = false;
};

}  // namespace shoal
