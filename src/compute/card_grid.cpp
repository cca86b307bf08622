#include "compute/card_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {
namespace {

/// As of the processor's grid: more cells take longer to clear than they save.
std::size_t maxCells(std::size_t count) {
    return std::min<std::size_t>(4096 + 2 * count, 1U << 24U);
}

constexpr double kMaxOnAxis = 4096.0;
constexpr double kMargin = 1.0 + 4e-7 * kMaxOnAxis;
constexpr std::size_t kRun = 32;  // of step_scan.comp

using Axis = double Vec3d::*;
constexpr std::array<Axis, 3> kAxes{&Vec3d::x, &Vec3d::y, &Vec3d::z};

}  // namespace

Survey Survey::of(std::span<const glm::vec4> parts, const Vec3d& mean) {
    constexpr double kInfinity = std::numeric_limits<double>::max();
    Survey survey{{}, {}, {kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    double count = 0.0;
    Vec3d sum;
    const auto wide = [](const glm::vec4& a) {
        return Vec3d{static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
    };
    for (std::size_t k = 0; k + 3 < parts.size(); k += 4) {
        if (parts[k].w == 0.0f) {
            continue;
        }
        sum += wide(parts[k]);
        count += static_cast<double>(parts[k].w);
        survey.deviation += wide(parts[k + 1]);
        for (const Axis axis : kAxes) {
            survey.low.*axis = std::min(survey.low.*axis, wide(parts[k + 2]).*axis);
            survey.high.*axis = std::max(survey.high.*axis, wide(parts[k + 3]).*axis);
        }
    }
    if (count == 0.0) {
        return {};
    }
    survey.mean = mean + sum * (1.0 / count);
    survey.deviation *= 1.0 / count;
    return survey;
}

Survey Survey::of(const FlockState& state) {
    std::vector<glm::vec4> parts;
    Vec3d mean;
    const std::size_t count = state.id.size();
    // Twice: the deviations need the mean.
    for (int round = 0; round < 2; ++round) {
        parts.clear();
        for (std::size_t slot = 0; slot < count; ++slot) {
            const Vec3f at = state.position.at(slot);
            const glm::vec3 place(at.x, at.y, at.z);
            const glm::vec3 middle(mean.x, mean.y, mean.z);
            parts.insert(parts.end(),
                         {glm::vec4(place - middle, 1.0f), glm::vec4(glm::abs(place - middle), 0.0f),
                          glm::vec4(place, 0.0f), glm::vec4(place, 0.0f)});
        }
        const Survey survey = of(parts, mean);
        if (round == 1) {
            return survey;
        }
        mean = survey.mean;
    }
    return {};
}

CardGrid CardGrid::of(const Survey& survey, std::size_t count, const NeighbourQuery& query, bool isWrapped,
                      const Vec3f& halfExtent) {
    const auto typicalCell = [&](double boidsInCell) {
        double volume = 1.0;
        for (const Axis axis : kAxes) {
            volume *= std::max(4.0 * survey.deviation.*axis, 1e-2);
        }
        return cubeRoot(volume * boidsInCell / static_cast<double>(count));
    };
    double edge = static_cast<double>(query.cellSize(count, typicalCell)) * kMargin;
    CardGrid grid;
    grid.isWrapped = isWrapped;
    Vec3d low{-static_cast<double>(halfExtent.x), -static_cast<double>(halfExtent.y),
              -static_cast<double>(halfExtent.z)};
    Vec3d length = low * -2.0;
    if (!isWrapped) {
        for (const Axis axis : kAxes) {
            // A few stragglers must not stretch the grid: they belong to the cells of its border.
            low.*axis = std::max(survey.low.*axis, survey.mean.*axis - 6.0 * survey.deviation.*axis);
            const double high = std::min(survey.high.*axis, survey.mean.*axis + 6.0 * survey.deviation.*axis);
            length.*axis = std::max(high - low.*axis, 0.0);
        }
    }
    const auto along = [&](Axis axis) {
        return std::max(std::floor(length.*axis / edge) + (isWrapped ? 0.0 : 1.0), 1.0);
    };
    const auto areTooMany = [&] {
        const Vec3d cells{along(&Vec3d::x), along(&Vec3d::y), along(&Vec3d::z)};
        return std::max({cells.x, cells.y, cells.z}) > kMaxOnAxis ||
               cells.x * cells.y * cells.z > static_cast<double>(maxCells(count));
    };
    while (areTooMany()) {
        edge *= 1.26;  // about half as many cells
    }
    for (int a = 0; a < 3; ++a) {
        const Axis axis = kAxes[static_cast<std::size_t>(a)];
        grid.size[a] = static_cast<int>(along(axis));
        grid.low[a] = static_cast<float>(low.*axis);
        grid.edge[a] = static_cast<float>(isWrapped ? length.*axis / along(axis) : edge);
    }
    return grid;
}

void CardGrid::set(Program& program) const {
    program.set("uLow", low);
    program.set("uEdge", edge);
    program.set("uSize", size);
    program.set("uIsWrapped", isWrapped);
}

ScanLevels::ScanLevels(std::size_t numbers) {
    for (std::size_t size = numbers; count < levels.size(); size = (size + kRun - 1) / kRun) {
        levels[count++] = {static_cast<GLuint>(total), static_cast<GLuint>(size)};
        total += size;
        if (size == 1) {
            return;
        }
    }
}

}  // namespace shoal
