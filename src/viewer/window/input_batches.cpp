#include "viewer/window/input_batches.hpp"

#include <cstddef>

namespace shoal {

namespace {

/// The contents of a batch so far.
struct Contents {
    bool hasMove = false;
    bool hasButton = false;
    bool hasWheel = false;
    bool hasKey = false;
    bool hasRelease = false;  ///< of a key
    bool hasText = false;

    void add(const InputEvent& event) {
        hasMove |= std::holds_alternative<PointerMoved>(event);
        hasButton |= std::holds_alternative<ButtonChanged>(event);
        hasWheel |= std::holds_alternative<WheelTurned>(event);
        hasKey |= std::holds_alternative<KeyPressed>(event);
        hasRelease |= std::holds_alternative<KeyReleased>(event);
        hasText |= std::holds_alternative<CharacterTyped>(event);
    }

    /// Whether ImGui would see this event at the wrong place or time if it joined the batch.
    bool conflictsWith(const InputEvent& event) const {
        const bool hasPointerAct = hasButton || hasWheel;
        if (std::holds_alternative<PointerMoved>(event)) {
            return hasPointerAct || hasKey || hasRelease || hasText;
        }
        if (std::holds_alternative<ButtonChanged>(event)) {
            // ImGui applies it to the item under the pointer in the previous frame.
            return hasMove || hasPointerAct || hasKey || hasText;
        }
        if (std::holds_alternative<WheelTurned>(event)) {
            return hasButton || hasKey || hasText;
        }
        if (std::holds_alternative<KeyPressed>(event)) {
            return hasPointerAct || hasKey || hasRelease || hasText;
        }
        if (std::holds_alternative<KeyReleased>(event)) {
            return hasPointerAct || hasKey;
        }
        // A character belongs to the key pressed just before it.
        return std::holds_alternative<CharacterTyped>(event) && hasPointerAct;
    }
};

}  // namespace

std::vector<std::span<const InputEvent>> inputBatches(std::span<const InputEvent> events) {
    std::vector<std::span<const InputEvent>> batches;
    std::size_t begin = 0;
    Contents contents;
    for (std::size_t index = 0; index < events.size(); ++index) {
        if (contents.conflictsWith(events[index])) {
            batches.push_back(events.subspan(begin, index - begin));
            begin = index;
            contents = {};
        }
        contents.add(events[index]);
    }
    batches.push_back(events.subspan(begin));
    return batches;
}

}  // namespace shoal
