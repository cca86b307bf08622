#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <shoal/parameter.hpp>

namespace shoal {

/// The runs of a finished sweep, for its card in the panel. All columns have one entry for each run.
struct SweepRuns {
    /// A tunable that takes several values.
    struct Key {
        std::string key;        ///< full, as in edits
        std::string name = {};  ///< "Zones orientation"
        Parameter parameter;
        std::vector<double> values = {};          ///< different ones, ascending, in the unit that users see
        std::vector<std::uint32_t> valueOf = {};  ///< index into `values`
    };

    /// A measure's mean over a run and its standard error, from correlated samples; NaN if not defined.
    struct Measure {
        std::string key;        ///< the table's column: "polarisation", "sardine.nearest_neighbour_m"
        std::string name = {};  ///< "Polarisation", "sardine: Nearest neighbour"
        std::string unit = {};
        std::string help = {};  ///< one sentence, may be empty
        std::vector<double> means = {};
        std::vector<double> errors = {};
    };

    std::string file;  ///< the table's name without its folder
    std::size_t count = 0;
    std::size_t seeds = 1;       ///< number of different ones
    std::string plan = {};       ///< "1,500 steps each, means from step 500 on"; empty if runs differ
    std::vector<Key> keys = {};  ///< in the order of the table
    std::vector<Measure> measures = {};
};

}  // namespace shoal
