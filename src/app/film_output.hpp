#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "app/ending.hpp"
#include "capture/film_writer.hpp"
#include "capture/frame_sink.hpp"

namespace shoal {

/// Waits for the end of a film whose last picture was handed over, and shows how its finishing goes.
Outcome awaitFilm(FilmWriter& writer);

/// Where a film that is asked for goes: under a name that is free, through a thread that encodes while the
/// next picture is drawn. What the user should know is said on standard error.
class FilmOutput {
public:
    /// `wanted` is the name asked for.
    static Result<FilmOutput> open(const std::filesystem::path& wanted, const FrameFormat& format);

    /// The number of the first picture that is still to be drawn.
    long long firstFrame() const { return m_first; }

    Outcome write(Image image, std::string scene = {});

    /// Completes the film; `stopped` is the status of the signal that ended it early.
    Ending finish(const std::optional<ExitStatus>& stopped, const std::string& scene = {});

private:
    FilmOutput(std::filesystem::path path, const FrameFormat& format, std::unique_ptr<FrameSink> sink);
    std::string stopText() const;

    std::filesystem::path m_path;
    long long m_frames;  ///< asked for
    long long m_first;   ///< that is still to be drawn
    long long m_written;
    std::unique_ptr<FilmWriter> m_writer;
};

}  // namespace shoal
