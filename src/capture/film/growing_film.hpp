#pragma once

#include <cstdint>
#include <filesystem>

#include "system/files/descriptor.hpp"

namespace shoal {

/// Counts the frames in a Matroska file while ffmpeg writes it. Frames not yet in the file are lost if ffmpeg
/// dies.
class GrowingFilm {
public:
    /// The file must exist. It may be empty, and may only grow.
    explicit GrowingFilm(const std::filesystem::path& film);

    /// Returns the number of complete frames in the file. Continues where the last call stopped.
    long long frames();

private:
    Descriptor m_file;
    std::uint64_t m_next = 0;  ///< offset of the first element not yet counted
    long long m_frames = 0;
};

}  // namespace shoal
