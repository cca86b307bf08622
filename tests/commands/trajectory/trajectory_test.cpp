// shoal simulate --trajectory as text: both formats hold the state that the report measures.

#include <iterator>

#include <nlohmann/json.hpp>

#include "program/simulate_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

/// One boid of a trajectory.
struct Boid {
    double at[3] = {};        // [m]
    double velocity[3] = {};  // [m/s]
};

std::vector<Boid> boidsAt(const std::vector<std::vector<std::string>>& rows, const std::string& step) {
    std::vector<Boid> boids;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        if (rows[row].at(0) == step) {
            Boid& boid = boids.emplace_back();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                boid.at[axis] = std::stod(rows[row].at(3 + axis));
                boid.velocity[axis] = std::stod(rows[row].at(6 + axis));
            }
        }
    }
    return boids;
}

double lengthOf(const double (&a)[3]) {
    return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

double distanceOf(const Boid& a, const Boid& b) {
    const double offset[3] = {b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]};
    return lengthOf(offset);
}

/// Polarisation: |mean unit heading|.
double polarisationOf(const std::vector<Boid>& boids) {
    double sum[3] = {};
    for (const Boid& boid : boids) {
        for (int axis = 0; axis < 3; ++axis) {
            sum[axis] += boid.velocity[axis] / lengthOf(boid.velocity);
        }
    }
    return lengthOf(sum) / static_cast<double>(boids.size());
}

/// Milling: |mean of (unit displacement from the centroid × unit heading)|.
double millingOf(const std::vector<Boid>& boids) {
    const auto count = static_cast<double>(boids.size());
    double centroid[3] = {};
    for (const Boid& boid : boids) {
        for (int axis = 0; axis < 3; ++axis) {
            centroid[axis] += boid.at[axis] / count;
        }
    }
    double sum[3] = {};
    for (const Boid& boid : boids) {
        double out[3] = {};
        for (int axis = 0; axis < 3; ++axis) {
            out[axis] = boid.at[axis] - centroid[axis];
        }
        const double size = lengthOf(out) * lengthOf(boid.velocity);
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3;
            const int last = (axis + 2) % 3;
            sum[axis] += (out[next] * boid.velocity[last] - out[last] * boid.velocity[next]) / size;
        }
    }
    return lengthOf(sum) / count;
}

double meanNearestOf(const std::vector<Boid>& boids) {
    double sum = 0.0;
    for (std::size_t k = 0; k < boids.size(); ++k) {
        double nearest = 1e300;
        for (std::size_t j = 0; j < boids.size(); ++j) {
            nearest = j == k ? nearest : std::min(nearest, distanceOf(boids[k], boids[j]));
        }
        sum += nearest / static_cast<double>(boids.size());
    }
    return sum;
}

/// Counts the groups connected by pairs closer than `radius` [m].
std::size_t clustersOf(const std::vector<Boid>& boids, double radius) {
    std::vector<bool> isCounted(boids.size(), false);
    std::size_t clusters = 0;
    for (std::size_t first = 0; first < boids.size(); ++first) {
        if (isCounted[first]) {
            continue;
        }
        ++clusters;
        isCounted[first] = true;
        for (std::vector<std::size_t> open{first}; !open.empty();) {
            const std::size_t k = open.back();
            open.pop_back();
            for (std::size_t j = 0; j < boids.size(); ++j) {
                if (!isCounted[j] && distanceOf(boids[k], boids[j]) < radius) {
                    isCounted[j] = true;
                    open.push_back(j);
                }
            }
        }
    }
    return clusters;
}

/// One frame of an extended XYZ file, read by its published grammar.
struct XyzFrame {
    std::map<std::string, std::string> info;     ///< values of the second line, without quotes
    std::vector<std::vector<std::string>> rows;  ///< one per boid
};

std::map<std::string, std::string> xyzInfo(const std::string& line) {
    std::map<std::string, std::string> info;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t equals = line.find('=', at);
        const std::string key = line.substr(at, equals - at);
        const bool isQuoted = line.at(equals + 1) == '"';
        const std::size_t start = equals + (isQuoted ? 2 : 1);
        const std::size_t end = std::min(line.find(isQuoted ? '"' : ' ', start), line.size());
        info[key] = line.substr(start, end - start);
        at = end + (isQuoted ? 2 : 1);
    }
    return info;
}

std::vector<XyzFrame> readXyz(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<XyzFrame> frames;
    for (std::string line; std::getline(stream, line);) {
        XyzFrame& frame = frames.emplace_back();
        const int count = std::stoi(line);
        REQUIRE(std::getline(stream, line));
        frame.info = xyzInfo(line);
        for (int row = 0; row < count; ++row) {
            REQUIRE(std::getline(stream, line));
            std::istringstream words(line);
            frame.rows.emplace_back(std::istream_iterator<std::string>(words),
                                    std::istream_iterator<std::string>());
        }
    }
    return frames;
}

}  // namespace

TEST_CASE("the trajectory holds the state that the report measures", "[app][simulate]") {
    const ScratchFolder scratch;
    const Json report = simulateJson(
        scratch, {"--steps", "25", "--boids", "120", "--trajectory", "paths.csv", "--every", "10"});
    const auto rows = readCsv(scratch.path() / "paths.csv");
    REQUIRE(rows.size() == 1 + 4 * 120);
    CHECK(rows[0] == std::vector<std::string>{"step", "id", "species", "x", "y", "z", "vx", "vy", "vz"});
    const std::vector<std::string> steps{"0", "10", "20", "25"};
    double heading[3] = {0.0, 0.0, 0.0};
    double speedSum = 0.0;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        REQUIRE(rows[row].size() == 9);
        CHECK(rows[row][0] == steps[(row - 1) / 120]);
        CHECK(rows[row][1] == std::to_string((row - 1) % 120));
        CHECK(rows[row][2] == "sardine");
        if (rows[row][0] != "25") {
            continue;
        }
        double velocity[3];
        for (int axis = 0; axis < 3; ++axis) {
            velocity[axis] = std::stod(rows[row][static_cast<std::size_t>(6 + axis)]);
        }
        const double speed = std::hypot(velocity[0], velocity[1], velocity[2]);
        speedSum += speed;
        for (int axis = 0; axis < 3; ++axis) {
            heading[axis] += velocity[axis] / speed / 120.0;
        }
    }
    const Json& measures = report.at("measures");
    CHECK(measures.at("polarisation").get<double>() ==
          approx(std::hypot(heading[0], heading[1], heading[2])).margin(1e-6));
    CHECK(measures.at("speed_mean_m_s").get<double>() == approx(speedSum / 120.0).margin(1e-6));
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"paths.csv"});
}

TEST_CASE("every figure of the report follows from the trajectory by its definition", "[app][simulate]") {
    // Few boids in open space, so that they form several clusters.
    for (const double radius : {0.6, 1.5}) {
        const ScratchFolder scratch;
        const Json report =
            simulateJson(scratch, {"--steps", "90", "--boids", "300", "--set", "world.width=30", "--set",
                                   "world.depth=30", "--set", "start.radius=6", "--set", "linking_distance=0",
                                   "--set", "perception.radius=" + std::to_string(radius), "--trajectory",
                                   "paths.csv", "--every", "90"});
        const std::vector<Boid> boids = boidsAt(readCsv(scratch.path() / "paths.csv"), "90");
        REQUIRE(boids.size() == 300);
        const auto figure = [&](const char* key) { return report.at("measures").at(key).get<double>(); };
        CHECK(figure("polarisation") == approx(polarisationOf(boids)).margin(1e-6));
        CHECK(figure("milling") == approx(millingOf(boids)).margin(1e-6));
        CHECK(figure("nearest_neighbour_m") == approx(meanNearestOf(boids)).margin(1e-6));
        const std::size_t clusters = clustersOf(boids, radius);
        CHECK(figure("clusters") == static_cast<double>(clusters));
        CHECK(clusters > 1);
        std::vector<double> speeds;
        double speedSum = 0.0;
        for (const Boid& boid : boids) {
            speeds.push_back(lengthOf(boid.velocity));
            speedSum += speeds.back();
        }
        CHECK(figure("speed_min_m_s") == approx(std::ranges::min(speeds)).margin(1e-6));
        CHECK(figure("speed_mean_m_s") == approx(speedSum / 300.0).margin(1e-6));
        CHECK(figure("speed_max_m_s") == approx(std::ranges::max(speeds)).margin(1e-6));
    }
}

TEST_CASE("an extended XYZ file holds the same flock as the CSV file", "[app][simulate]") {
    const ScratchFolder scratch;
    for (const char* file : {"paths.csv", "paths.xyz"}) {
        REQUIRE(simulate(scratch, {"bait-ball", "--steps", "25", "--boids", "120", "--every", "10",
                                   "--trajectory", file})
                    .status == 0);
    }
    auto rows = readCsv(scratch.path() / "paths.csv");
    rows.erase(rows.begin());
    const std::vector<XyzFrame> frames = readXyz(scratch.path() / "paths.xyz");
    REQUIRE(frames.size() == 4);
    const std::vector<std::string> steps{"0", "10", "20", "25"};
    std::map<std::string, std::string> nameOf;
    std::istringstream names(frames[0].info.at("names"));
    for (std::string each; names >> each;) {
        nameOf[each.substr(0, each.find('='))] = each.substr(each.find('=') + 1);
    }
    CHECK(nameOf.size() == 3);
    std::size_t row = 0;
    for (std::size_t index = 0; index < frames.size(); ++index) {
        const XyzFrame& frame = frames[index];
        CHECK(frame.info.at("Properties") == "species:S:1:pos:R:3:velo:R:3:id:I:1");
        CHECK(frame.info.at("Step") == steps[index]);
        CHECK(std::stod(frame.info.at("Time")) == approx(std::stod(steps[index]) / 60.0).margin(1e-6));
        CHECK(frame.info.at("Lattice") == "60 0 0 0 30 0 0 0 60");
        CHECK(frame.info.at("Origin") == "-30 -15 -30");
        CHECK(frame.info.at("pbc") == "F F F");
        REQUIRE(frame.rows.size() == 120);
        for (const std::vector<std::string>& boid : frame.rows) {
            REQUIRE(boid.size() == 8);
            const std::vector<std::string>& same = rows.at(row++);
            CHECK(same[0] == steps[index]);
            CHECK(same[1] == boid[7]);
            CHECK(same[2] == nameOf.at(boid[0]));
            CHECK(std::equal(same.begin() + 3, same.end(), boid.begin() + 1));
        }
    }
    CHECK(row == rows.size());
}

TEST_CASE("a trajectory of a periodic world says so", "[app][simulate]") {
    const ScratchFolder scratch;
    REQUIRE(simulate(scratch, {"--steps", "1", "--boids", "3", "--set", "wrap.enabled=on", "--trajectory",
                               "paths.EXTXYZ"})
                .status == 0);
    CHECK(readXyz(scratch.path() / "paths.EXTXYZ").front().info.at("pbc") == "T T T");
}

TEST_CASE("a trajectory's format follows from its file name, and others are refused", "[app][simulate]") {
    const ScratchFolder scratch;
    const ProgramResult result = simulate(scratch, {"--steps", "1", "--boids", "3", "--trajectory", "x.xls"});
    CHECK(result.status == 2);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK_THAT(result.err, contains(".csv") && contains(".extxyz") && contains("x.xls"));
    CHECK(filesIn(scratch.path()).empty());
}

}  // namespace shoal::test
