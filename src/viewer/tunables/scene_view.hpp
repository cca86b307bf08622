#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// The panel's own copies of the current scene and of the preset, with their sections side by side. It can
/// read every tunable and change none.
class SceneView {
public:
    /// Copies the scenes if `revision` is new. The current camera replaces the scene's; while it turns by
    /// itself, its azimuth does not count as changed.
    void refresh(const Scene& scene, const Scene& loaded, std::uint64_t revision,
                 const CameraSettings& camera, bool isCameraTurning);

    const Scene& scene() const { return m_scene; }

    /// The loaded preset's.
    const PresetSource& source() const { return m_loaded.source; }

    /// Sections of both scenes in one order: equal indices are the same table.
    const std::vector<Section>& sections() const { return m_sections; }
    const std::vector<Section>& loadedSections() const { return m_loadedSections; }

    bool isChanged(std::size_t section, std::size_t parameter) const;
    bool isSwitchChanged(std::size_t section) const;
    bool isAnyChanged(std::size_t section) const;

    /// Returns the edit that resets a tunable to the preset's value.
    Edit resetOf(std::size_t section, std::size_t parameter) const;

    /// Returns the edits that reset everything changed in a section.
    std::vector<Edit> resetsOf(std::size_t section) const;

    /// Whether the scene differs from the preset. The camera does not count: it moves with the flock.
    bool isEdited() const { return !m_resets.empty(); }

    /// The difference from the scene to the preset.
    const std::vector<Edit>& resetsOfAll() const { return m_resets; }

private:
    bool isCameraChanged(std::size_t section, std::size_t parameter) const;

    Scene m_scene;
    Scene m_loaded;
    std::vector<Section> m_sections;
    std::vector<Section> m_loadedSections;
    std::vector<Edit> m_resets;
    std::optional<std::uint64_t> m_revision;
    bool m_isCameraTurning = false;
};

}  // namespace shoal
