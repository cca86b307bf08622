#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// Groups that chains of boids nearer than the linking distance connect, and their sizes.
struct Clusters {
    static constexpr int order = 40;
    static constexpr std::string_view key = "clusters";
    static constexpr std::string_view title = "Clusters";
    static constexpr std::string_view source =
        "Huepe & Aldana 2004, doi:10.1103/PhysRevLett.92.168701; the mean size as Niwa 2003 defines it, "
        "doi:10.1016/S0022-5193(03)00192-9";
    static constexpr std::array columns{
        MeasureColumn{"clusters", "",
                      "Groups of boids that links shorter than the linking distance connect."},
        MeasureColumn{"loners", "", "Clusters of a single boid."},
        MeasureColumn{"largest_cluster", "", "Fraction of the boids in the largest cluster.", 1.0},
        MeasureColumn{"cluster_size", "", "Mean size of the cluster that a boid is in."},
        MeasureColumn{"flocks", "", "Clusters of at least two boids."}};
    static constexpr std::array profile{
        MeasureColumn{"cluster_size", "", "Number of boids in a cluster."},
        MeasureColumn{"cluster_count", "", "Number of clusters of this size."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::span<const std::uint32_t> sizes = flock.groupSizes();
        const auto boids = static_cast<double>(flock.count());
        values[0] = static_cast<double>(sizes.size());
        values[1] = static_cast<double>(std::ranges::count(sizes, 1U));
        values[4] = values[0] - values[1];
        if (sizes.empty()) {
            return;
        }
        values[2] = static_cast<double>(sizes[0]) / boids;
        values[3] = 0.0;
        for (const std::uint32_t size : sizes) {
            values[3] += static_cast<double>(size) * static_cast<double>(size) / boids;
        }
    }

    /// The distribution of group sizes, smallest first.
    static void computeProfile(MeasuredFlock& flock, std::vector<double>& x, std::vector<double>& y) {
        const std::span<const std::uint32_t> sizes = flock.groupSizes();
        for (std::size_t k = sizes.size(); k-- > 0;) {
            if (x.empty() || x.back() != static_cast<double>(sizes[k])) {
                x.push_back(static_cast<double>(sizes[k]));
                y.push_back(0.0);
            }
            y.back() += 1.0;
        }
    }
};

}  // namespace shoal
