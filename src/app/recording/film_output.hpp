#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "app/cli/ending.hpp"
#include "capture/film/film_writer.hpp"
#include "capture/film/frame_sink.hpp"

namespace shoal {

/// Waits until a film is completed after its last frame, and shows progress.
Outcome awaitFilm(FilmWriter& writer);

/// The output of a film, under a free name. Encodes in a thread of its own while the next frame is drawn.
/// Prints remarks for the user on standard error.
class FilmOutput {
public:
    /// `wanted` is the requested name.
    static Result<FilmOutput> open(const std::filesystem::path& wanted, const FrameFormat& format);

    /// Index of the first frame that is still to be drawn.
    long long firstFrame() const { return m_first; }

    Outcome write(Image image, std::string scene = {});

    /// Completes the film; `stopped` is the exit status if it ended early.
    Ending finish(const std::optional<ExitStatus>& stopped, const std::string& scene = {});

private:
    FilmOutput(std::filesystem::path path, const FrameFormat& format, std::unique_ptr<FrameSink> sink);
    std::string stopText() const;

    std::filesystem::path m_path;
    long long m_frames;  ///< requested
    long long m_first;   ///< index of the first frame still to be drawn
    long long m_written;
    std::unique_ptr<FilmWriter> m_writer;
};

}  // namespace shoal
