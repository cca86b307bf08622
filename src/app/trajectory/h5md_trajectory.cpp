#include "app/trajectory/h5md_trajectory.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <hdf5.h>

#include "system/files/descriptor.hpp"
#include "system/files/folder.hpp"
#include "system/files/overwrite.hpp"
#include "system/process/process.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kFlushInterval = std::chrono::milliseconds(500);
constexpr unsigned kCompression = 1;  // higher levels save a few percent and take several times as long
// A chunk holds one frame, so that each is compressed once. Bounds on its boids: small chunks cost index
// entries, and large ones do not fit HDF5's cache of 1 MiB.
constexpr std::size_t kMinChunkBoids = 256;
constexpr std::size_t kMaxChunkBoids = 65536;
constexpr hsize_t kChunkFrames = 1024;  // of step and time
constexpr std::int32_t kNoBoid = -1;
constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

/// A call of HDF5 failed. Caught in this file.
struct Failure {
    std::string reason;
};

/// Finds the system's own message in HDF5's description of an error.
herr_t findReason(unsigned, const H5E_error2_t* error, void* found) {
    constexpr std::string_view kBefore = "error message = '";
    const std::string_view text = error->desc == nullptr ? "" : error->desc;
    std::string& reason = *static_cast<std::string*>(found);
    if (const auto at = text.find(kBefore); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at + kBefore.size());
        reason = rest.substr(0, rest.find('\''));
        return 1;
    }
    if (reason.empty()) {
        reason = text;
    }
    return 0;
}

/// Returns the result of a call of HDF5; throws if it failed.
template <class T>
T checked(T result) {
    if (result < 0) {
        Failure failure;
        // From the innermost function outwards.
        H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, findReason, &failure.reason);
        throw failure;
    }
    return result;
}

/// An object of HDF5, closed when it goes.
class Handle {
public:
    using Close = herr_t (*)(hid_t);

    Handle() = default;
    Handle(hid_t id, Close closer) : m_id(checked(id)), m_close(closer) {}
    Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(m_id, other.m_id);
        std::swap(m_close, other.m_close);
        return *this;
    }
    ~Handle() {
        if (m_id >= 0) {
            m_close(m_id);
        }
    }

    operator hid_t() const { return m_id; }
    void close() { checked(m_close(std::exchange(m_id, -1))); }
    /// Leaves it open until the program ends.
    void abandon() { m_id = -1; }

private:
    hid_t m_id = -1;
    Close m_close = nullptr;
};

Handle createGroup(hid_t parent, const char* name) {
    return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

Handle spaceOf(std::span<const hsize_t> extent) {
    return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose};
}

void putAttribute(hid_t object, const char* name, hid_t type, hid_t space, const void* value) {
    const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    checked(H5Awrite(attribute, type, value));
}

/// Writes texts of one fixed length, as H5MD wants its names.
void putTexts(hid_t object, const char* name, std::span<const std::string> texts, bool isScalar) {
    const std::size_t length =
        std::max<std::size_t>(1, std::ranges::max(texts, {}, &std::string::size).size());
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    checked(H5Tset_size(type, length));
    checked(H5Tset_strpad(type, H5T_STR_NULLPAD));
    std::string bytes;
    for (const std::string& text : texts) {
        bytes.append(text).append(length - text.size(), '\0');
    }
    const hsize_t count = texts.size();
    const Handle space = isScalar ? Handle(H5Screate(H5S_SCALAR), H5Sclose) : spaceOf({&count, 1});
    putAttribute(object, name, type, space, bytes.data());
}

void putText(hid_t object, const char* name, const std::string& text) {
    putTexts(object, name, {&text, 1}, true);
}

/// Writes a text of variable length, as H5MD's module "units" wants it.
void putUnit(hid_t object, const char* unit, const char* name = "unit") {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    checked(H5Tset_size(type, H5T_VARIABLE));
    putAttribute(object, name, type, Handle(H5Screate(H5S_SCALAR), H5Sclose), &unit);
}

void putVersion(hid_t group, int major, int minor) {
    const std::array<int, 2> version{major, minor};
    const hsize_t count = version.size();
    putAttribute(group, "version", H5T_NATIVE_INT, spaceOf({&count, 1}), version.data());
}

/// A dataset that grows by one row a frame.
class Series {
public:
    /// `row` is the extent of one frame's row, and `chunk` that of a chunk.
    struct Layout {
        hid_t storedType;
        hid_t memoryType;
        std::vector<hsize_t> row;
        std::vector<hsize_t> chunk;
        const void* fill = nullptr;
        bool isCompressed = true;
        bool canWiden = false;  ///< whether the first dimension of a row may grow
    };

    Series() = default;
    Series(hid_t group, const char* name, const Layout& layout)
        : m_memoryType(layout.memoryType), m_extent(layout.row) {
        m_extent.insert(m_extent.begin(), 0);
        std::vector<hsize_t> limit = m_extent;
        limit[0] = H5S_UNLIMITED;
        if (layout.canWiden) {
            limit[1] = H5S_UNLIMITED;
        }
        const int rank = static_cast<int>(m_extent.size());
        const Handle space(H5Screate_simple(rank, m_extent.data(), limit.data()), H5Sclose);
        const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        checked(H5Pset_chunk(options, rank, layout.chunk.data()));
        if (layout.isCompressed) {
            checked(H5Pset_shuffle(options));
            checked(H5Pset_deflate(options, kCompression));
        }
        if (layout.fill != nullptr) {
            checked(H5Pset_fill_value(options, layout.memoryType, layout.fill));
        }
        m_dataset = Handle(
            H5Dcreate2(group, name, layout.storedType, space, H5P_DEFAULT, options, H5P_DEFAULT), H5Dclose);
    }

    /// Appends a row whose first dimension holds `width` entries; what an earlier, wider row has more keeps
    /// the fill value.
    void append(const void* values, hsize_t width) {
        ++m_extent[0];
        std::vector<hsize_t> written = m_extent;
        written[0] = 1;
        if (m_extent.size() > 1) {
            m_extent[1] = std::max(m_extent[1], width);
            written[1] = width;
        }
        checked(H5Dset_extent(m_dataset, m_extent.data()));
        if (width == 0) {
            return;
        }
        std::vector<hsize_t> start(m_extent.size(), 0);
        start[0] = m_extent[0] - 1;
        const Handle place(H5Dget_space(m_dataset), H5Sclose);
        checked(H5Sselect_hyperslab(place, H5S_SELECT_SET, start.data(), nullptr, written.data(), nullptr));
        checked(H5Dwrite(m_dataset, m_memoryType, spaceOf(written), place, H5P_DEFAULT, values));
    }

    void flush() const { checked(H5Dflush(m_dataset)); }
    Handle& dataset() { return m_dataset; }

private:
    Handle m_dataset;
    hid_t m_memoryType = -1;
    std::vector<hsize_t> m_extent;  ///< frames first
};

/// Everything of one frame that has a value for each boid, in order of id.
struct BoidRows {
    std::vector<float> position;  ///< x, y, z of each boid [m]
    std::vector<float> velocity;  ///< [m/s]
    std::vector<std::int32_t> id;
    std::vector<std::int32_t> species;
};

BoidRows rowsOf(const Simulation& simulation) {
    BoidRows rows;
    const auto flocks = simulation.flocks();
    for (std::size_t species = 0; species < flocks.size(); ++species) {
        const FlockState& now = flocks[species].now();
        for (const std::size_t slot : slotsById(flocks[species])) {
            const Vec3f position = now.position.at(slot);
            const Vec3f velocity = now.velocity.at(slot);
            rows.position.insert(rows.position.end(), {position.x, position.y, position.z});
            rows.velocity.insert(rows.velocity.end(), {velocity.x, velocity.y, velocity.z});
            rows.id.push_back(static_cast<std::int32_t>(rows.id.size()));
            rows.species.push_back(static_cast<std::int32_t>(species));
        }
    }
    return rows;
}

class H5mdTrajectory : public TrajectoryWriter {
public:
    /// Throws a Failure if the file cannot be created.
    explicit H5mdTrajectory(const fs::path& path);
    ~H5mdTrajectory() override;

    Outcome add(const Simulation& simulation) override;
    Outcome keep() override;
    Outcome prepare() override;
    Outcome finish() override;
    std::uint64_t keptFrames() const override { return m_isBroken ? m_flushed : m_frames; }
    fs::path kept() const override { return keptFrames() > 0 ? m_path : fs::path(); }

private:
    void layOut(const Simulation& simulation);
    void layOutBox(hid_t group, const Scene& scene);
    void append(const Simulation& simulation);
    void flush();
    std::vector<Series*> allSeries();
    /// Makes changes to the file; a failure leaves it as it was last flushed.
    template <class Work>
    Outcome attempt(const Work& work);
    int descriptor() const;
    void removeFile() const;

    fs::path m_path;
    FileIdentity m_identity;
    Handle m_file;
    Handle m_speciesType;
    // Flushed in this order, so that a reader who sees a step also sees its values.
    Series m_position, m_velocity, m_id, m_species, m_edges, m_time, m_step;
    bool m_hasLayout = false;
    bool m_hasEdges = false;
    bool m_isBroken = false;
    std::uint64_t m_frames = 0;
    std::uint64_t m_flushed = 0;
    Clock::time_point m_lastFlush;
};

H5mdTrajectory::H5mdTrajectory(const fs::path& path) : m_path(path) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    // The oldest that can be read while it grows; every later HDF5 reads it.
    checked(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
    // Locks where the file system has them.
    checked(H5Pset_file_locking(access, true, true));
    m_file = Handle(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access), H5Fclose);
    m_identity = FileIdentity::of(descriptor());
}

H5mdTrajectory::~H5mdTrajectory() {
    if (m_isBroken) {
        // Closing would flush the rest and mark the file as complete.
        for (Series* series : allSeries()) {
            series->dataset().abandon();
        }
        m_speciesType.abandon();
        m_file.abandon();
    }
    if (keptFrames() == 0) {
        removeFile();
    }
}

Outcome H5mdTrajectory::add(const Simulation& simulation) {
    return attempt([&] {
        if (!m_hasLayout) {
            layOut(simulation);
            checked(H5Fstart_swmr_write(m_file));
            m_hasLayout = true;
            syncFolder(folderOf(m_path));
        }
        append(simulation);
        ++m_frames;
        if (Clock::now() - m_lastFlush >= kFlushInterval) {
            flush();
        }
    });
}

Outcome H5mdTrajectory::keep() {
    if (m_flushed == m_frames || Clock::now() - m_lastFlush < kFlushInterval) {
        return Done{};
    }
    return attempt([this] { flush(); });
}

Outcome H5mdTrajectory::prepare() {
    return attempt([this] { flush(); });
}

Outcome H5mdTrajectory::finish() {
    return attempt([this] {
        for (Series* series : allSeries()) {
            if (series->dataset() >= 0) {
                series->dataset().close();
            }
        }
        m_file.close();
    });
}

template <class Work>
Outcome H5mdTrajectory::attempt(const Work& work) {
    try {
        work();
        return Done{};
    } catch (const Failure& failure) {
        m_isBroken = true;
        return Problem{fmt::format("cannot write {}: {}", m_path.string(), failure.reason)};
    }
}

void H5mdTrajectory::layOut(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    const Handle about = createGroup(m_file, "h5md");
    putVersion(about, 1, 1);
    putText(createGroup(about, "author"), "name", "unknown");
    const Handle creator = createGroup(about, "creator");
    putText(creator, "name", "Shoal");
    putText(creator, "version", SHOAL_VERSION);
    const Handle modules = createGroup(about, "modules");
    const Handle units = createGroup(modules, "units");
    putVersion(units, 1, 0);
    putUnit(units, "SI", "system");

    const Handle parameters = createGroup(m_file, "parameters");
    putText(parameters, "preset", scene.name);
    const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
    putAttribute(parameters, "seed", H5T_NATIVE_UINT64, scalar, &scene.seed);
    const Vec3f half = scene.world.halfExtent();
    const std::array<float, 3> world{2 * half.x, 2 * half.y, 2 * half.z};
    const hsize_t axes = world.size();
    putAttribute(parameters, "world_m", H5T_NATIVE_FLOAT, spaceOf({&axes, 1}), world.data());

    const Handle particles = createGroup(m_file, "particles");
    const Handle all = createGroup(particles, "all");
    const Handle position = createGroup(all, "position");
    const hsize_t boids = boidCount(simulation);
    const hsize_t chunk = std::clamp<hsize_t>(boids, kMinChunkBoids, kMaxChunkBoids);
    const Series::Layout vectors{.storedType = H5T_IEEE_F32LE,
                                 .memoryType = H5T_NATIVE_FLOAT,
                                 .row = {boids, 3},
                                 .chunk = {1, chunk, 3},
                                 .fill = &kNoValue,
                                 .canWiden = true};
    m_position = Series(position, "value", vectors);
    // On the group and not on the values: MDAnalysis, which knows no metres, refuses values in them.
    putUnit(position, "m");
    // Uncompressed, so that the last chunk grows in place.
    Series::Layout instants{.storedType = H5T_STD_I64LE,
                            .memoryType = H5T_NATIVE_UINT64,
                            .row = {},
                            .chunk = {kChunkFrames},
                            .isCompressed = false};
    m_step = Series(position, "step", instants);
    instants.storedType = H5T_IEEE_F64LE;
    instants.memoryType = H5T_NATIVE_DOUBLE;
    m_time = Series(position, "time", instants);
    putUnit(m_time.dataset(), "s");

    const auto addElement = [&](const char* name, const Series::Layout& layout) {
        const Handle group = createGroup(all, name);
        checked(H5Lcreate_hard(position, "step", group, "step", H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Lcreate_hard(position, "time", group, "time", H5P_DEFAULT, H5P_DEFAULT));
        return Series(group, "value", layout);
    };
    m_velocity = addElement("velocity", vectors);
    putUnit(m_velocity.dataset(), "m s-1");
    Series::Layout numbers{.storedType = H5T_STD_I32LE,
                           .memoryType = H5T_NATIVE_INT32,
                           .row = {boids},
                           .chunk = {1, chunk},
                           .fill = &kNoBoid,
                           .canWiden = true};
    m_id = addElement("id", numbers);
    m_speciesType = Handle(H5Tenum_create(H5T_NATIVE_INT32), H5Tclose);
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        const auto value = static_cast<std::int32_t>(index);
        checked(H5Tenum_insert(m_speciesType, scene.species[index].name.c_str(), &value));
    }
    numbers.storedType = numbers.memoryType = m_speciesType;
    m_species = addElement("species", numbers);

    const Handle box = createGroup(all, "box");
    const int dimension = static_cast<int>(axes);
    putAttribute(box, "dimension", H5T_NATIVE_INT, scalar, &dimension);
    m_hasEdges = isPeriodic(scene);
    const std::vector<std::string> boundary(axes, m_hasEdges ? "periodic" : "none");
    putTexts(box, "boundary", boundary, false);
    // An open world has no edges: programs would take them for periodic ones.
    if (m_hasEdges) {
        m_edges = addElement("box/edges", {.storedType = H5T_IEEE_F32LE,
                                           .memoryType = H5T_NATIVE_FLOAT,
                                           .row = {axes, axes},
                                           .chunk = {kChunkFrames / 16, axes, axes}});
        putUnit(m_edges.dataset(), "m");
    }
}

void H5mdTrajectory::append(const Simulation& simulation) {
    const BoidRows rows = rowsOf(simulation);
    const hsize_t boids = rows.id.size();
    m_position.append(rows.position.data(), boids);
    m_velocity.append(rows.velocity.data(), boids);
    m_id.append(rows.id.data(), boids);
    m_species.append(rows.species.data(), boids);
    if (m_hasEdges) {
        // As a matrix, which MDAnalysis requires.
        const Vec3f half = simulation.scene().world.halfExtent();
        const std::array<float, 9> edges{2 * half.x, 0, 0, 0, 2 * half.y, 0, 0, 0, 2 * half.z};
        m_edges.append(edges.data(), 3);
    }
    const double seconds = simulation.seconds();
    const std::uint64_t step = simulation.stepCount();
    m_time.append(&seconds, 1);
    m_step.append(&step, 1);
}

void H5mdTrajectory::flush() {
    for (Series* series : allSeries()) {
        if (series->dataset() >= 0) {
            series->flush();
        }
    }
    checked(H5Fflush(m_file, H5F_SCOPE_GLOBAL));
    if (const int error = syncData(descriptor()); error != 0) {
        throw Failure{std::generic_category().message(error)};
    }
    m_flushed = m_frames;
    m_lastFlush = Clock::now();
}

std::vector<Series*> H5mdTrajectory::allSeries() {
    return {&m_position, &m_velocity, &m_id, &m_species, &m_edges, &m_time, &m_step};
}

int H5mdTrajectory::descriptor() const {
    void* found = nullptr;
    checked(H5Fget_vfd_handle(m_file, H5P_DEFAULT, &found));
    return *static_cast<const int*>(found);
}

/// Removes the file, unless another has its name by now.
void H5mdTrajectory::removeFile() const {
    if (m_identity.isNamed(m_path)) {
        std::error_code ignored;
        fs::remove(m_path, ignored);
    }
}

/// Says why HDF5 cannot create the file, for reasons that it would describe less well.
Outcome checkPlace(const fs::path& path) {
    const Overwrite rule =
        Overwrite::nothing("exists, and an HDF5 trajectory replaces no file; remove it or name another");
    if (auto place = requirePlace(path, rule); !place) {
        return place;
    }
    if (foundAt(path) == Found::stream) {
        return Problem{path.string() + ": not a regular file, which an HDF5 trajectory needs"};
    }
    return requireFolderOf(path);
}

}  // namespace

Result<std::unique_ptr<TrajectoryWriter>> openH5mdTrajectory(const fs::path& path) {
    if (auto checked = checkPlace(path); !checked) {
        return checked.problem();
    }
    // At exit HDF5 would retry the failed writes and print the errors.
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // zlib frees 256 KiB once a chunk: returning that to the system took nine tenths of the time of a small
    // flock.
    constexpr int kKeptBytes = 32 << 20;
    keepFreedMemory(kKeptBytes);
    try {
        return std::unique_ptr<TrajectoryWriter>(std::make_unique<H5mdTrajectory>(path));
    } catch (const Failure& failure) {
        return Problem{fmt::format("cannot write {}: {}", path.string(), failure.reason)};
    }
}

}  // namespace shoal
