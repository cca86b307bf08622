#include "viewer/tunables/scene_view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>

namespace shoal {

namespace {

// The camera stores the logarithm of its distance, and angles over many turns, so its values differ from
// the values set in their last digits. This tolerance is far below any slider's step.
constexpr double kCameraNoise = 1e-5;
constexpr double kFullTurn = 6.283185307179586;  // [rad]

/// Returns the loaded section with the same path for each of `sections`, in the order of `sections`. A
/// section added since then counts as unchanged.
std::vector<Section> sectionsLike(const std::vector<Section>& sections, const std::vector<Section>& loaded) {
    std::unordered_map<std::string_view, const Section*> byPath;
    for (const Section& one : loaded) {
        byPath.emplace(one.path, &one);
    }
    std::vector<Section> result;
    result.reserve(sections.size());
    for (const Section& section : sections) {
        const auto same = byPath.find(section.path);
        result.push_back(same == byPath.end() ? section : *same->second);
    }
    return result;
}

}  // namespace

void SceneView::refresh(const Scene& scene, const Scene& loaded, std::uint64_t revision,
                        const CameraSettings& camera, bool isCameraTurning) {
    if (m_revision != revision) {
        m_revision = revision;
        m_scene = scene;
        m_loaded = loaded;
        m_sections = m_scene.sections();
        m_loadedSections = sectionsLike(m_sections, m_loaded.sections());
        m_resets = difference(m_scene, m_loaded);
    }
    // The sections point into the copy, so they show the camera as it moves.
    m_scene.camera = camera;
    m_isCameraTurning = isCameraTurning;
}

bool SceneView::isCameraChanged(std::size_t section, std::size_t parameter) const {
    const Tunables& tunables = m_sections[section].tunables;
    const double now = tunables.get(parameter);
    const double loaded = m_loadedSections[section].tunables.get(parameter);
    double difference = now - loaded;
    if (tunables.parameters[parameter].declared.key == "azimuth") {
        if (m_isCameraTurning) {
            return false;
        }
        difference = std::remainder(difference, kFullTurn);
    }
    return std::abs(difference) > kCameraNoise * std::max(1.0, std::abs(loaded));
}

bool SceneView::isChanged(std::size_t section, std::size_t parameter) const {
    if (m_sections[section].path == "camera") {
        return isCameraChanged(section, parameter);
    }
    return m_sections[section].tunables.get(parameter) != m_loadedSections[section].tunables.get(parameter);
}

bool SceneView::isSwitchChanged(std::size_t section) const {
    const Rule* rule = m_sections[section].rule;
    return rule != nullptr && rule->isEnabled != m_loadedSections[section].rule->isEnabled;
}

bool SceneView::isAnyChanged(std::size_t section) const {
    for (std::size_t index = 0; index < m_sections[section].tunables.parameters.size(); ++index) {
        if (isChanged(section, index)) {
            return true;
        }
    }
    return isSwitchChanged(section);
}

Edit SceneView::resetOf(std::size_t section, std::size_t parameter) const {
    const Section& loaded = m_loadedSections[section];
    const Parameter& declared = loaded.tunables.parameters[parameter];
    return {loaded.path + "." + std::string(declared.declared.key),
            declared.shown(loaded.tunables.get(parameter))};
}

std::vector<Edit> SceneView::resetsOf(std::size_t section) const {
    std::vector<Edit> edits;
    for (std::size_t index = 0; index < m_sections[section].tunables.parameters.size(); ++index) {
        if (isChanged(section, index)) {
            edits.push_back(resetOf(section, index));
        }
    }
    const Section& loaded = m_loadedSections[section];
    if (isSwitchChanged(section)) {
        edits.push_back({loaded.path + ".enabled", loaded.rule->isEnabled ? 1.0 : 0.0});
    }
    return edits;
}

}  // namespace shoal
