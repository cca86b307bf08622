// shoal simulate --trajectory as HDF5, read back with HDF5 itself.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <hdf5.h>

#include <shoal/simulation.hpp>

#include "app/program_run.hpp"
#include "app/simulate_run.hpp"
#include "app/small_reef.hpp"
#include "app/trajectory/trajectory_writer.hpp"
#include "catch.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

/// A file opened for reading. Its functions fail the test if an object is missing.
class H5File {
public:
    explicit H5File(const fs::path& file, unsigned flags = H5F_ACC_RDONLY) {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        m_file = H5Fopen(file.c_str(), flags, H5P_DEFAULT);
    }
    ~H5File() {
        if (m_file >= 0) {
            H5Fclose(m_file);
        }
    }
    H5File(const H5File&) = delete;
    H5File& operator=(const H5File&) = delete;

    bool isOpen() const { return m_file >= 0; }
    bool has(const std::string& path) const { return H5Lexists(m_file, path.c_str(), H5P_DEFAULT) > 0; }

    std::vector<hsize_t> extent(const std::string& path) const {
        const hid_t dataset = opened(path);
        const hid_t space = H5Dget_space(dataset);
        std::vector<hsize_t> found(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
        H5Sget_simple_extent_dims(space, found.data(), nullptr);
        H5Sclose(space);
        H5Dclose(dataset);
        return found;
    }

    template <class T>
    std::vector<T> values(const std::string& path, hid_t type) const {
        std::size_t count = 1;
        for (const hsize_t each : extent(path)) {
            count *= each;
        }
        std::vector<T> found(count);
        const hid_t dataset = opened(path);
        CHECK(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) >= 0);
        H5Dclose(dataset);
        return found;
    }
    std::vector<float> floats(const std::string& path) const { return values<float>(path, H5T_NATIVE_FLOAT); }
    std::vector<int> integers(const std::string& path) const { return values<int>(path, H5T_NATIVE_INT); }

    /// The numbers of an enumeration.
    std::vector<int> choices(const std::string& path) const {
        const hid_t dataset = opened(path);
        const hid_t type = H5Dget_type(dataset);
        CHECK(H5Tget_class(type) == H5T_ENUM);
        H5Dclose(dataset);
        auto found = values<int>(path, type);
        H5Tclose(type);
        return found;
    }

    std::string choiceName(const std::string& path, int number) const {
        const hid_t dataset = opened(path);
        const hid_t type = H5Dget_type(dataset);
        std::array<char, 100> name{};
        H5Tenum_nameof(type, &number, name.data(), name.size());
        H5Tclose(type);
        H5Dclose(dataset);
        return name.data();
    }

    /// The filters of a dataset, by number.
    std::vector<int> filters(const std::string& path) const {
        const hid_t dataset = opened(path);
        const hid_t options = H5Dget_create_plist(dataset);
        std::vector<int> found;
        for (int each = 0; each < H5Pget_nfilters(options); ++each) {
            std::size_t none = 0;
            found.push_back(H5Pget_filter2(options, static_cast<unsigned>(each), nullptr, &none, nullptr, 0,
                                           nullptr, nullptr));
        }
        H5Pclose(options);
        H5Dclose(dataset);
        return found;
    }

    /// An attribute's text, of fixed or variable length; all elements of an array, one after the other.
    std::string text(const std::string& object, const char* name) const {
        const hid_t attribute = H5Aopen_by_name(m_file, object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(attribute >= 0);
        const hid_t type = H5Aget_type(attribute);
        std::string found;
        if (H5Tis_variable_str(type) > 0) {
            char* bytes = nullptr;
            H5Aread(attribute, type, &bytes);
            found = bytes;
            H5free_memory(bytes);
        } else {
            found.resize(H5Aget_storage_size(attribute));
            H5Aread(attribute, type, found.data());
        }
        H5Tclose(type);
        H5Aclose(attribute);
        return found;
    }

    std::vector<int> attributeIntegers(const std::string& object, const char* name) const {
        const hid_t attribute = H5Aopen_by_name(m_file, object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(attribute >= 0);
        std::vector<int> found(H5Aget_storage_size(attribute) / sizeof(int));
        H5Aread(attribute, H5T_NATIVE_INT, found.data());
        H5Aclose(attribute);
        return found;
    }

    /// Whether two paths lead to one object.
    bool areSame(const std::string& one, const std::string& other) const {
        hobj_ref_t a{};
        hobj_ref_t b{};
        return H5Rcreate(&a, m_file, one.c_str(), H5R_OBJECT, -1) >= 0 &&
               H5Rcreate(&b, m_file, other.c_str(), H5R_OBJECT, -1) >= 0 && a == b;
    }

private:
    hid_t opened(const std::string& path) const {
        const hid_t dataset = H5Dopen2(m_file, path.c_str(), H5P_DEFAULT);
        CAPTURE(path);
        REQUIRE(dataset >= 0);
        return dataset;
    }

    hid_t m_file = -1;
};

const std::string kAll = "particles/all/";

/// Frames that a reader of a file sees while it grows, or after its writer was killed.
std::size_t visibleFrames(const fs::path& file) {
    const H5File open(file, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
    return open.isOpen() && open.has("particles") ? open.extent(kAll + "position/step")[0] : 0;
}

/// Positions in order of species and id.
std::vector<float> positionsOf(const Simulation& simulation) {
    std::vector<float> found;
    for (const Flock& flock : simulation.flocks()) {
        for (std::uint32_t id = 0; id < flock.count(); ++id) {
            const Vec3f at = flock.now().position.at(flock.slotOf(id));
            found.insert(found.end(), {at.x, at.y, at.z});
        }
    }
    return found;
}

}  // namespace

TEST_CASE("an HDF5 trajectory has the layout of H5MD", "[app][trajectory]") {
    const ScratchFolder scratch;
    REQUIRE(simulate(scratch, {"bait-ball", "--steps", "25", "--boids", "120", "--every", "10",
                               "--trajectory", "run.h5"})
                .status == 0);
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"run.h5"});
    const H5File file(scratch.path() / "run.h5");
    REQUIRE(file.isOpen());
    CHECK(file.attributeIntegers("h5md", "version") == std::vector<int>{1, 1});
    CHECK(file.text("h5md/creator", "name") == "Shoal");
    CHECK_FALSE(file.text("h5md/creator", "version").empty());
    CHECK_FALSE(file.text("h5md/author", "name").empty());
    CHECK(file.text("parameters", "preset") == "bait-ball");
    CHECK(file.attributeIntegers(kAll + "box", "dimension") == std::vector<int>{3});
    CHECK(file.text(kAll + "box", "boundary") == "nonenonenone");
    CHECK_FALSE(file.has(kAll + "box/edges"));

    CHECK(file.extent(kAll + "position/value") == std::vector<hsize_t>{4, 120, 3});
    CHECK(file.extent(kAll + "velocity/value") == std::vector<hsize_t>{4, 120, 3});
    CHECK(file.extent(kAll + "id/value") == std::vector<hsize_t>{4, 120});
    CHECK(file.integers(kAll + "position/step") == std::vector<int>{0, 10, 20, 25});
    CHECK(file.values<double>(kAll + "position/time", H5T_NATIVE_DOUBLE)[3] == approx(25.0 / 60.0));
    for (const char* element : {"velocity", "id", "species"}) {
        CHECK(file.areSame(kAll + "position/step", kAll + element + "/step"));
        CHECK(file.areSame(kAll + "position/time", kAll + element + "/time"));
    }
    CHECK(file.filters(kAll + "position/value") == std::vector<int>{H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE});
    CHECK(file.text(kAll + "position", "unit") == "m");
    CHECK(file.text(kAll + "velocity/value", "unit") == "m s-1");
    CHECK(file.text(kAll + "position/time", "unit") == "s");

    const std::vector<int> species = file.choices(kAll + "species/value");
    const std::vector<int> ids = file.integers(kAll + "id/value");
    CHECK(file.choiceName(kAll + "species/value", species.front()) == "sardine");
    CHECK(file.choiceName(kAll + "species/value", species.back()) == "shark");
    CHECK(ids.front() == 0);
    CHECK(ids.back() == 119);
}

TEST_CASE("an HDF5 trajectory of a periodic world holds its box in each frame", "[app][trajectory]") {
    const ScratchFolder scratch;
    REQUIRE(simulate(scratch, {"--steps", "2", "--boids", "3", "--set", "wrap.enabled=on", "--set",
                               "world.width=30", "--every", "1", "--trajectory", "run.HDF5"})
                .status == 0);
    const H5File file(scratch.path() / "run.HDF5");
    REQUIRE(file.isOpen());
    CHECK(file.text(kAll + "box", "boundary") == "periodicperiodicperiodic");
    CHECK(file.extent(kAll + "box/edges/value") == std::vector<hsize_t>{3, 3, 3});
    const std::vector<float> edges = file.floats(kAll + "box/edges/value");
    CHECK(edges[0] == 30.0f);
    CHECK(edges[1] == 0.0f);
    CHECK(edges[4] > 0.0f);
    CHECK(std::equal(edges.begin(), edges.begin() + 9, edges.begin() + 18));
    CHECK(file.areSame(kAll + "position/step", kAll + "box/edges/step"));
}

TEST_CASE("an HDF5 trajectory holds the simulation's bits while the number of boids changes",
          "[app][trajectory]") {
    const ScratchFolder scratch;
    const fs::path name = scratch.path() / "run.h5md";
    auto simulation = Simulation::create(smallReef(150), {.threads = 1, .isa = {}});
    REQUIRE(simulation);
    auto writer = openTrajectory(name);
    REQUIRE(writer);
    std::vector<std::vector<float>> positions;
    for (const double count : {150.0, 400.0, 20.0}) {
        REQUIRE(simulation->apply({"count", count}));
        simulation->step();
        REQUIRE((*writer)->add(*simulation));
        positions.push_back(positionsOf(*simulation));
    }
    CHECK((*writer)->keptFrames() == 3);
    REQUIRE((*writer)->prepare());
    REQUIRE((*writer)->finish());
    const H5File file(name);
    REQUIRE(file.isOpen());
    REQUIRE(file.extent(kAll + "position/value") == std::vector<hsize_t>{3, 400, 3});
    const std::vector<float> found = file.floats(kAll + "position/value");
    const std::vector<int> ids = file.integers(kAll + "id/value");
    for (std::size_t frame = 0; frame < 3; ++frame) {
        CAPTURE(frame);
        const std::vector<float>& wanted = positions[frame];
        const float* const row = &found[frame * 400 * 3];
        CHECK(std::memcmp(row, wanted.data(), wanted.size() * sizeof(float)) == 0);
        for (std::size_t boid = 0; boid < 400; ++boid) {
            const bool exists = boid < wanted.size() / 3;
            CHECK(ids[frame * 400 + boid] == (exists ? static_cast<int>(boid) : -1));
            CHECK(std::isnan(row[boid * 3]) == !exists);
        }
    }
}

TEST_CASE("h5py reads the CSV file's numbers from an HDF5 trajectory", "[app][trajectory]") {
    const ScratchFolder scratch;
    for (const char* file : {"run.csv", "run.h5"}) {
        REQUIRE(simulate(scratch, {"bait-ball", "--steps", "65", "--boids", "300", "--every", "7",
                                   "--trajectory", file})
                    .status == 0);
    }
    // Debian's own Python, which has python3-h5py.
    const ProgramResult result =
        RunningProgram("/usr/bin/python3",
                       {.arguments = {SHOAL_TEST_TRAJECTORY "/compare_with_csv.py", "run.h5", "run.csv"},
                        .folder = scratch.path(),
                        .home = {}})
            .wait();
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(result.out == "11 frames are equal\n");
}

TEST_CASE("a growing HDF5 trajectory can be read, also after a kill", "[app][trajectory]") {
    const ScratchFolder scratch;
    const fs::path name = scratch.path() / "run.h5";
    RunningProgram program(shoalProgram(), {.arguments = {"simulate", "--steps", "100000000", "--boids", "50",
                                                          "--every", "2", "--trajectory", "run.h5"},
                                            .folder = scratch.path(),
                                            .home = {}});
    REQUIRE(waitUntil([&] { return visibleFrames(name) > 1; }, 60.0));
    const std::size_t before = visibleFrames(name);
    REQUIRE(waitUntil([&] { return visibleFrames(name) > before; }, 60.0));
    const std::size_t seen = visibleFrames(name);
    program.signal(SIGKILL);
    CHECK(program.wait().status == 128 + SIGKILL);
    CHECK(visibleFrames(name) >= seen);
    const H5File file(name, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
    REQUIRE(file.isOpen());
    const std::vector<int> steps = file.integers(kAll + "position/step");
    const std::vector<float> positions = file.floats(kAll + "position/value");
    REQUIRE(positions.size() >= steps.size() * 150);
    for (std::size_t frame = 0; frame < steps.size(); ++frame) {
        CHECK(steps[frame] == static_cast<int>(2 * frame));
    }
    CHECK(std::none_of(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(steps.size() * 150),
                       [](float each) { return std::isnan(each); }));
}

TEST_CASE("an interrupted run keeps the frames of its HDF5 trajectory and says so", "[app][trajectory]") {
    const ScratchFolder scratch;
    const fs::path name = scratch.path() / "run.h5";
    RunningProgram program(shoalProgram(),
                           {.arguments = {"simulate", "--steps", "100000000", "--boids", "50", "--every", "1",
                                          "--trajectory", "run.h5", "--csv", "x.csv"},
                            .folder = scratch.path(),
                            .home = {}});
    REQUIRE(waitUntil([&] { return visibleFrames(name) > 1; }, 60.0));
    program.signal(SIGINT);
    const ProgramResult result = program.wait();
    CHECK(result.status == 130);
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"run.h5", "x.csv.partial"});
    // Closed properly: opens without the mode for growing files.
    const H5File file(name);
    REQUIRE(file.isOpen());
    const std::string frames = std::to_string(file.extent(kAll + "position/value")[0]);
    CHECK_THAT(result.err,
               contains("x.csv.partial keeps the measures so far; run.h5 keeps " + frames + " frames"));
}

TEST_CASE("an HDF5 trajectory replaces no file and leaves none without frames", "[app][trajectory]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "mine.h5") << "mine";
    for (const char* file : {"mine.h5", "no/such.h5"}) {
        const ProgramResult result =
            simulate(scratch, {"--steps", "1", "--boids", "3", "--trajectory", file});
        CHECK(result.status == 1);
        CHECK_THAT(result.err, contains(file));
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    }
    CHECK(readText(scratch.path() / "mine.h5") == "mine");
    auto writer = openTrajectory(scratch.path() / "empty.h5");
    REQUIRE(writer);
    CHECK((*writer)->keptFrames() == 0);
    *writer = nullptr;
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"mine.h5"});
}

TEST_CASE("a full disk ends an HDF5 trajectory with one line and keeps its frames", "[app][trajectory]") {
    const ScratchFolder scratch;
    // The limit on the size of files stands in for the disk's.
    const ProgramResult result =
        RunningProgram("sh", {.arguments = {"-c", "trap '' XFSZ; ulimit -f 2000; exec " + shoalProgram() +
                                                      " simulate --steps 100000000 --boids 300 --every 1"
                                                      " --trajectory run.h5"},
                              .folder = scratch.path(),
                              .home = {}})
            .wait();
    CHECK(result.status == 1);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, startsWith("cannot write run.h5: File too large; run.h5 keeps "));
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(visibleFrames(scratch.path() / "run.h5") >= 1);
}

}  // namespace shoal::test
