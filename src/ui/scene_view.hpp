#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// The panel's own copies of the scene as it is and as the preset had it, with their sections side by side:
/// it can look at every tunable and change none.
class SceneView {
public:
    /// Copies when `revision` is a new one. The camera's values are replaced by where the camera is; while it
    /// turns of itself its azimuth does not count as changed.
    void refresh(const Scene& scene, const Scene& loaded, std::uint64_t revision,
                 const CameraSettings& camera, bool isCameraTurning);

    const Scene& scene() const { return m_scene; }

    /// Sections of both, in one order: the same index is the same table.
    const std::vector<Section>& sections() const { return m_sections; }
    const std::vector<Section>& loadedSections() const { return m_loadedSections; }

    bool isChanged(std::size_t section, std::size_t parameter) const;
    bool isSwitchChanged(std::size_t section) const;
    bool isAnyChanged(std::size_t section) const;

    /// The edit that takes a tunable back to the preset's value.
    Edit resetOf(std::size_t section, std::size_t parameter) const;

    /// The edits that take back all of a section that is changed.
    std::vector<Edit> resetsOf(std::size_t section) const;

private:
    bool isCameraChanged(std::size_t section, std::size_t parameter) const;

    Scene m_scene;
    Scene m_loaded;
    std::vector<Section> m_sections;
    std::vector<Section> m_loadedSections;
    std::optional<std::uint64_t> m_revision;
    bool m_isCameraTurning = false;
};

}  // namespace shoal
