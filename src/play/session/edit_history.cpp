#include "play/session/edit_history.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace shoal {

namespace {

constexpr std::size_t kMaxGestures = 1000;
constexpr std::ptrdiff_t kMaxReplaced = 20;  // each holds four scenes
constexpr std::string_view kPresence = ".present";

/// Returns the values of an object that the edit removes, as changes that undo restores after its return.
std::vector<Change> valuesRemovedBy(const Edit& edit, const Scene& scene) {
    const std::string_view key = edit.key;
    if (!key.ends_with(kPresence) || edit.shown != 0.0) {
        return {};
    }
    std::vector<Change> values;
    Scene copy = scene;
    for (const Section& section : copy.sections()) {
        if (section.path != key.substr(0, key.size() - kPresence.size())) {
            continue;
        }
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            const Parameter& parameter = section.tunables.parameters[index];
            const double shown = parameter.shown(section.tunables.get(index));
            values.push_back({section.path + "." + std::string(parameter.declared.key), shown, shown});
        }
    }
    return values;
}

}  // namespace

Result<std::vector<Change>> makeEdit(Scene& scene, const Edit& edit, std::optional<double> shownBefore) {
    // Undo runs in reverse order, so these values follow the object's return.
    std::vector<Change> changes = valuesRemovedBy(edit, scene);
    auto change = scene.apply(edit);
    if (!change) {
        return change.problem();
    }
    change->before = shownBefore.value_or(change->before);
    change->after = edit.shown;  // to the last bit: a redo must not change the hash
    if (change->before == change->after) {
        return std::vector<Change>();
    }
    changes.push_back(*std::move(change));
    return changes;
}

std::vector<Change> changesOf(std::span<const Edit> edits, Scene scene) {
    std::vector<Change> all;
    for (const Edit& edit : edits) {
        if (auto changes = makeEdit(scene, edit)) {
            std::ranges::move(*changes, std::back_inserter(all));
        }
    }
    return all;
}

void EditHistory::note(const std::vector<Change>& changes) {
    for (const Change& change : changes) {
        Gesture& gesture = openGesture();
        const auto same = std::ranges::find(gesture.changes, change.key, &Change::key);
        if (same != gesture.changes.end()) {
            same->after = change.after;
        } else {
            gesture.changes.push_back(change);
        }
    }
}

void EditHistory::noteReplaced(Edited before, Edited after) {
    endGesture();
    Gesture& gesture = openGesture();
    gesture.before = std::move(before);
    gesture.after = std::move(after);
    endGesture();
    forgetOldest();
}

void EditHistory::endGesture() {
    if (!std::exchange(m_isGestureOpen, false)) {
        return;
    }
    const Gesture& gesture = m_gestures.back();
    const bool isIdle = !gesture.before && std::ranges::all_of(gesture.changes, [](const Change& change) {
        return change.before == change.after;
    });
    if (isIdle) {
        m_gestures.pop_back();
        m_done = m_gestures.size();
        std::ranges::move(m_undone, std::back_inserter(m_gestures));
    }
    m_undone.clear();
    m_isLastDropped = isIdle;
}

void EditHistory::reopenGesture(std::string_view key) {
    const bool isLast = !m_gestures.empty() && m_done == m_gestures.size() && !m_isLastDropped;
    m_isGestureOpen =
        m_isGestureOpen || (isLast && std::ranges::find(m_gestures.back().changes, key, &Change::key) !=
                                          m_gestures.back().changes.end());
}

EditHistory::Gesture& EditHistory::openGesture() {
    if (!m_isGestureOpen) {
        // A new change discards the changes that were undone, once it is kept.
        const auto undone = m_gestures.begin() + static_cast<std::ptrdiff_t>(m_done);
        m_undone.assign(std::make_move_iterator(undone), std::make_move_iterator(m_gestures.end()));
        m_gestures.erase(undone, m_gestures.end());
        m_gestures.emplace_back();
        forgetOldest();
        m_done = m_gestures.size();
        m_isGestureOpen = true;
    }
    return m_gestures.back();
}

void EditHistory::forgetOldest() {
    const auto isReplaced = [](const Gesture& gesture) { return gesture.before.has_value(); };
    if (m_gestures.size() > kMaxGestures) {
        m_gestures.erase(m_gestures.begin());
    }
    if (std::ranges::count_if(m_gestures, isReplaced) > kMaxReplaced) {
        m_gestures.erase(m_gestures.begin(), std::next(std::ranges::find_if(m_gestures, isReplaced)));
    }
    m_done = std::min(m_done, m_gestures.size());
}

EditHistory::Step EditHistory::undo() {
    Step step;
    endGesture();
    if (canUndo()) {
        const Gesture& gesture = m_gestures[--m_done];
        step.scene = gesture.before;
        for (auto change = gesture.changes.rbegin(); change != gesture.changes.rend(); ++change) {
            step.edits.push_back({change->key, change->before});
        }
    }
    return step;
}

EditHistory::Step EditHistory::redo() {
    Step step;
    endGesture();
    if (canRedo()) {
        const Gesture& gesture = m_gestures[m_done++];
        step.scene = gesture.after;
        for (const Change& change : gesture.changes) {
            step.edits.push_back({change.key, change.after});
        }
    }
    return step;
}

}  // namespace shoal
