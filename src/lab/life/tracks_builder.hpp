#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "lab/life/tracks.hpp"

namespace shoal {

/// Columns in a line of tracks.
inline constexpr std::size_t kMaxTrackColumns = 200;

/// Where the columns of a file of tracks are.
struct TrackColumns {
    std::optional<std::size_t> seconds;
    std::optional<std::size_t> frame;
    std::optional<std::size_t> id;
    std::optional<std::size_t> species;
    std::array<std::optional<std::size_t>, 3> position{};
    std::array<std::optional<std::size_t>, 3> velocity{};

    bool hasVelocity() const { return velocity[0] && (velocity[1] || velocity[2]); }

    /// In a file without z, the plane is horizontal; up is y here.
    void layFlat();
};

/// Puts the lines of a file of tracks in order: by species, by time, and in each frame by id.
class TracksBuilder {
public:
    /// `fileName` is for messages; `species` as in readTracks().
    TracksBuilder(std::string fileName, std::string species);

    /// Adds an animal, unless a number is missing, as for one not seen. `cells` has all of `columns`;
    /// `species` is empty if the file does not say. Returns what is wrong with the cells, if anything is.
    std::optional<std::string> add(const std::vector<std::string_view>& cells, const TrackColumns& columns,
                                   double time, const std::string& species);

    /// `hasTime`: the times are in seconds.
    Result<Tracks> finish(bool hasTime, bool hasId) &&;

private:
    using Frames = std::map<double, std::vector<Tracks::Animal>>;

    Result<Frames*> chosenSpecies();

    std::string m_fileName;
    std::string m_species;
    std::map<std::string, Frames> m_frames;  ///< of each species
    bool m_lacksVelocity = false;
};

/// Parses extended XYZ. `fileName` is for messages; `species` as in readTracks().
Result<Tracks> parseXyzTracks(std::string_view text, const std::string& fileName, const std::string& species);

}  // namespace shoal
