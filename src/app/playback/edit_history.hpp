#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// An edit that was made, and the value before it, both in the unit that users see.
struct Change {
    std::string key;
    double before = 0.0;
    double after = 0.0;
};

/// Returns what an edit of this scene changes: nothing if the key is unknown or has that value. Removing an
/// object of the world also loses its values.
std::vector<Change> changesOf(const Scene& scene, const Edit& edit);

/// What the user changed, to be undone and redone gesture by gesture: a drag of a slider, a click, the choice
/// of another preset.
class EditHistory {
public:
    /// A scene and the preset that it came from, with that preset's name or file.
    struct Edited {
        Scene preset;
        Scene now;
        std::string origin = {};
    };

    /// What undo() and redo() ask for: a scene to load, then edits in their order.
    struct Step {
        std::optional<Edited> scene;
        std::vector<Edit> edits;

        bool isEmpty() const { return !scene && edits.empty(); }
    };

    /// Notes changes in the order in which they were made. Until endGesture() they belong to one gesture.
    void note(const std::vector<Change>& changes);

    /// Notes that one scene took the place of another, as a gesture of its own.
    void noteReplaced(Edited before, Edited after);

    /// Ends the gesture. One that came back to where it began, such as a drag to and fro, is no step.
    void endGesture();

    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_gestures.size(); }

    /// Returns what undoes the last gesture, or redoes the one undone last; empty if there is none.
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

    std::vector<Gesture> m_gestures;  ///< the oldest first
    std::size_t m_done = 0;           ///< how many are done; the others are undone
    bool m_isGestureOpen = false;
};

}  // namespace shoal
