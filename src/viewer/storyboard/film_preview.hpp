#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "system/process/child_process.hpp"

namespace shoal {

/// The film of a script, small, to be played while a child process draws it. Its frames stay until the next.
class FilmPreview {
public:
    /// Whether its frames would take more memory than it may.
    static bool isTooLong(double seconds, double aspect);

    /// Begins to draw the film of a script. `options`: of `shoal render`, for this machine.
    Outcome begin(const std::filesystem::path& script, double aspect,
                  const std::vector<std::string>& options);
    void end() { m_child.reset(); }

    /// The number of the frame that is shown at this moment of the film [s].
    static std::uint64_t frameNumber(double seconds);
    /// Empty until it has been drawn.
    std::optional<Image> frame(std::uint64_t number) const;

    /// Whether no more frames will come.
    bool hasEnded() { return m_child && m_child->poll().has_value(); }

    /// Why the film cannot be drawn; empty if it can.
    std::string problem();

private:
    std::optional<ChildProcess> m_child;
    ImageSize m_size;
};

}  // namespace shoal
