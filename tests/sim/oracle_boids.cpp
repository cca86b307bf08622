#include "sim/oracle_boids.hpp"

namespace shoal::test {

namespace {

oracle::Boids paired(const std::vector<Vec3f>& positions, const std::vector<Vec3f>& velocities) {
    oracle::Boids boids;
    for (std::size_t id = 0; id < positions.size(); ++id) {
        boids.push_back({asDouble(positions[id]), asDouble(velocities[id])});
    }
    return boids;
}

}  // namespace

oracle::Boids boidsOf(const Layout& layout) {
    return paired(layout.positions, layout.velocities);
}

oracle::Boids boidsOf(const Simulation& simulation, std::size_t speciesIndex) {
    return paired(positionsById(simulation, speciesIndex), velocitiesById(simulation, speciesIndex));
}

}  // namespace shoal::test
