#include "capture/take/snapshot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "capture/picture/deflate.hpp"
#include "capture/take/base64.hpp"
#include "sim/step/simulation_checks.hpp"

namespace shoal {

namespace {

constexpr std::uint32_t kLayout = 2;
constexpr std::uint32_t kMaxNumbersOfBody = 64;
constexpr std::uint32_t kMaxKeyBytes = 200;

/// A flock's own float columns, in storage order.
template <class AnyFlock>
auto columnsOf(AnyFlock& flock) {
    return std::array{&flock.now().position, &flock.now().velocity, &flock.before().position,
                      &flock.before().velocity, &flock.steering()};
}

bool areFinite(std::span<const float> numbers) {
    return std::ranges::all_of(numbers, [](float each) { return std::isfinite(each); });
}

/// Encodes 32-bit numbers as differences from the one before, grouped by bytes of equal weight: neighbours in
/// a sorted flock are similar, which zlib exploits only in this order.
class SnapshotWriter {
public:
    void put(std::uint32_t value) { putColumn<std::uint32_t>(std::span(&value, 1)); }

    void put(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        m_bytes += text;
    }

    template <class T>
    void putColumn(std::span<const T> values) {
        const std::size_t begin = m_bytes.size();
        m_bytes.resize(begin + 4 * values.size());
        std::uint32_t last = 0;
        for (std::size_t index = 0; index < values.size(); ++index) {
            const auto bits = std::bit_cast<std::uint32_t>(values[index]);
            const std::uint32_t change = bits - std::exchange(last, bits);
            for (std::size_t byte = 0; byte < 4; ++byte) {
                m_bytes[begin + byte * values.size() + index] = static_cast<char>(change >> 8 * byte & 255U);
            }
        }
    }

    void put(const Column3& column) {
        putColumn(column.x.span());
        putColumn(column.y.span());
        putColumn(column.z.span());
    }

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Reads what SnapshotWriter wrote. After its end, or after a number that is not finite, it is broken and
/// returns zeros.
class SnapshotReader {
public:
    explicit SnapshotReader(std::string_view bytes) : m_left(bytes) {}

    std::uint32_t number() {
        std::uint32_t value = 0;
        takeColumn<std::uint32_t>(std::span(&value, 1));
        return value;
    }

    std::string_view text() {
        const std::uint32_t size = number();
        return size <= kMaxKeyBytes ? take(size) : take(m_left.size() + 1);
    }

    template <class T>
    void takeColumn(std::span<T> values) {
        const std::string_view bytes = take(4 * values.size());
        if (isBroken()) {
            return;
        }
        std::uint32_t last = 0;
        for (std::size_t index = 0; index < values.size(); ++index) {
            std::uint32_t change = 0;
            for (std::size_t byte = 0; byte < 4; ++byte) {
                const auto part = static_cast<unsigned char>(bytes[byte * values.size() + index]);
                change |= static_cast<std::uint32_t>(part) << 8 * byte;
            }
            last += change;
            values[index] = std::bit_cast<T>(last);
            if constexpr (std::is_same_v<T, float>) {
                m_isBroken = m_isBroken || !std::isfinite(values[index]);
            }
        }
    }

    void take(Column3& column) {
        takeColumn(column.x.span());
        takeColumn(column.y.span());
        takeColumn(column.z.span());
    }

    /// Whether at least this many numbers are left.
    bool has(std::size_t numbers) const { return numbers <= m_left.size() / 4; }
    bool isBroken() const { return m_isBroken; }
    bool isAtEnd() const { return m_left.empty() && !m_isBroken; }

private:
    std::string_view take(std::size_t size) {
        if (size > m_left.size()) {
            m_isBroken = true;
            return {};
        }
        const std::string_view taken = m_left.substr(0, size);
        m_left.remove_prefix(size);
        return taken;
    }

    std::string_view m_left;
    bool m_isBroken = false;
};

void putFlock(SnapshotWriter& writer, const Flock& flock) {
    writer.put(static_cast<std::uint32_t>(flock.count()));
    writer.putColumn(flock.now().id.span());
    for (const Column3* column : columnsOf(flock)) {
        writer.put(*column);
    }
    writer.put(static_cast<std::uint32_t>(flock.memories().size()));
    for (const RuleMemory& memory : flock.memories()) {
        writer.put(memory.rule);
        writer.put(memory.values);
    }
}

/// Reads one flock. Returns its fault, worded to follow the species' name; empty if it is valid.
std::optional<std::string> takeFlock(SnapshotReader& reader, const Species& species, Flock& flock) {
    const auto count = static_cast<std::size_t>(species.count);
    if (reader.number() != count || reader.isBroken()) {
        return "does not have the preset's number of boids";
    }
    constexpr std::size_t kNumbersOfBoid = 16;
    if (!reader.has(kNumbersOfBoid * count)) {
        return "is cut short";
    }
    flock.resize(count);
    reader.takeColumn(flock.now().id.span());
    std::ranges::copy(flock.now().id.span(), flock.before().id.data());
    for (Column3* column : columnsOf(flock)) {
        reader.take(*column);
    }
    std::vector<std::string_view> rules;
    const std::uint32_t memories = reader.number();
    for (std::uint32_t each = 0; each < memories && !reader.isBroken(); ++each) {
        const Rule* rule = species.rules.find(reader.text());
        if (rule == nullptr || std::ranges::find(rules, rule->info().key) != rules.end()) {
            return "has the memory of an unknown rule, or of one rule twice";
        }
        if (!reader.has(3 * count)) {
            return "is cut short";
        }
        rules.push_back(rule->info().key);
        flock.remember(rules);
        reader.take(flock.memories().back().values);
    }
    return reader.isBroken() ? std::optional<std::string>("has numbers that are not finite, or is cut short")
                             : std::nullopt;
}

std::optional<std::vector<float>> takeBodies(SnapshotReader& reader, const Flock& flock) {
    const std::uint32_t numbers = reader.number();
    if (numbers > kMaxNumbersOfBody || !reader.has(numbers * flock.count())) {
        return std::nullopt;
    }
    std::vector<float> bodies(numbers * flock.count());
    std::vector<float> column(flock.count());
    for (std::uint32_t number = 0; number < numbers; ++number) {
        reader.takeColumn<float>(column);
        for (std::size_t id = 0; id < column.size(); ++id) {
            bodies[id * numbers + number] = column[id];
        }
    }
    return reader.isBroken() ? std::nullopt : std::optional(std::move(bodies));
}

void putBodies(SnapshotWriter& writer, const std::vector<float>& bodies, std::size_t count) {
    const std::size_t numbers = count == 0 ? 0 : bodies.size() / count;
    writer.put(static_cast<std::uint32_t>(numbers));
    std::vector<float> column(count);
    for (std::size_t number = 0; number < numbers; ++number) {
        for (std::size_t id = 0; id < count; ++id) {
            column[id] = bodies[id * numbers + number];
        }
        writer.putColumn<float>(column);
    }
}

SnapshotWriter written(const Snapshot& snapshot) {
    SnapshotWriter writer;
    writer.put(kLayout);
    writer.put(static_cast<std::uint32_t>(snapshot.flocks.size()));
    for (std::size_t index = 0; index < snapshot.flocks.size(); ++index) {
        const Flock& flock = snapshot.flocks[index];
        putFlock(writer, flock);
        putBodies(writer, index < snapshot.bodies.size() ? snapshot.bodies[index] : std::vector<float>(),
                  flock.count());
    }
    return writer;
}

}  // namespace

std::size_t Snapshot::bytes() const {
    const auto add = [](std::size_t sum, const auto& part) { return sum + part.bytes(); };
    const auto addFloats = [](std::size_t sum, const auto& part) { return sum + 4 * part.size(); };
    return std::accumulate(flocks.begin(), flocks.end(), std::size_t{0}, add) +
           std::accumulate(bodies.begin(), bodies.end(), std::size_t{0}, addFloats);
}

Checkpoint checkpointOf(const Snapshot& snapshot, Scene scene) {
    return {std::move(scene), snapshot.flocks, snapshot.step};
}

bool isStorable(const Snapshot& snapshot) {
    if (snapshot.bytes() > kMaxSnapshotBytes) {
        return false;
    }
    return std::ranges::all_of(snapshot.flocks,
                               [](const Flock& flock) { return static_cast<bool>(checkFlock(flock)); }) &&
           std::ranges::all_of(snapshot.bodies,
                               [](const std::vector<float>& bodies) { return areFinite(bodies); });
}

std::string snapshotText(const Snapshot& snapshot) {
    constexpr bool kIsFast = true;  // the user pressed a key, and the display waits
    return base64(deflated(written(snapshot).bytes(), kIsFast));
}

Result<Snapshot> parseSnapshot(std::string_view text, const Scene& scene) {
    const auto compressed = fromBase64(text);
    if (!compressed) {
        return Problem{"the snapshot is not base64"};
    }
    const auto bytes = inflated(*compressed, kMaxSnapshotBytes);
    if (!bytes || bytes->size() > kMaxSnapshotBytes) {
        return Problem{"the snapshot is damaged, or larger than any that Shoal writes"};
    }
    SnapshotReader reader(*bytes);
    if (reader.number() != kLayout) {
        return Problem{"the snapshot has another layout; use the version of Shoal that made it"};
    }
    if (reader.number() != scene.species.size()) {
        return Problem{"the snapshot does not have the preset's species"};
    }
    Snapshot snapshot;
    for (const Species& species : scene.species) {
        const auto problem = [&](std::string_view what) {
            return Problem{fmt::format("the snapshot of {} {}", species.name, what)};
        };
        Flock flock;
        if (const auto wrong = takeFlock(reader, species, flock)) {
            return problem(*wrong);
        }
        if (const Outcome legal = checkFlock(flock); !legal) {
            return problem(legal.problem().text);
        }
        auto bodies = takeBodies(reader, flock);
        if (!bodies) {
            return problem("has bodies that are damaged");
        }
        snapshot.flocks.push_back(std::move(flock));
        snapshot.bodies.push_back(std::move(*bodies));
    }
    if (!reader.isAtEnd()) {
        return Problem{"the snapshot has unexpected data at its end"};
    }
    return snapshot;
}

}  // namespace shoal
