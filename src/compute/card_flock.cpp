#include "compute/card_flock.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <utility>

#include "sim/step/flock_sums.hpp"
#include "sim/step/global_best.hpp"
#include "sim/support/parts.hpp"

namespace shoal {
namespace {

constexpr std::size_t kGroup = 64;  // invocations of a work group, in all shaders of the step
// Invocations that look at the boids of a survey, and about how many boids they look at in all.
constexpr std::size_t kSurveyGroups = 4;
constexpr std::size_t kSurveyed = 4096;
constexpr std::size_t kFetchedAtOnce = 1 << 14;  // boids that a thread copies
constexpr std::size_t kPartBoids = 64;           // that an invocation sums up

using Row = glm::vec4;

std::span<const std::byte> bytesOf(const std::vector<Row>& rows) {
    return std::as_bytes(std::span(rows));
}

Vec3d wide(const Row& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

Row rowOf(const Vec3f& a, float w = 0.0f) {
    return {a.x, a.y, a.z, w};
}

std::vector<Row> rowsOf(const FlockState& state) {
    std::vector<Row> rows;
    const std::size_t count = state.id.size();
    rows.reserve(2 * count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        rows.push_back(rowOf(state.position.at(slot), std::bit_cast<float>(state.id[slot])));
    }
    for (std::size_t slot = 0; slot < count; ++slot) {
        rows.push_back(rowOf(state.velocity.at(slot)));
    }
    return rows;
}

/// Makes buffers large enough; few sizes, so that they seldom change.
Outcome reserveAll(std::initializer_list<std::pair<CardBuffer*, std::size_t>> wanted) {
    for (const auto& [buffer, bytes] : wanted) {
        if (Outcome reserved = buffer->reserve(std::bit_ceil(bytes)); !reserved) {
            return reserved;
        }
    }
    return Done{};
}

Outcome writeAll(std::initializer_list<std::pair<CardBuffer*, std::span<const std::byte>>> contents) {
    for (const auto& [buffer, bytes] : contents) {
        if (Outcome written = buffer->write(bytes); !written) {
            return written;
        }
    }
    return Done{};
}

/// Forgets the errors of calls before.
void forgetErrors() {
    while (glGetError() != GL_NO_ERROR) {
    }
}

std::vector<Row> read(const CardBuffer& buffer, std::size_t count) {
    std::vector<Row> rows(count);
    buffer.read(std::as_writable_bytes(std::span(rows)));
    return rows;
}

}  // namespace

void dispatch(Program& program, std::size_t count) {
    program.use();
    glDispatchCompute(static_cast<GLuint>((count + kGroup - 1) / kGroup), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

Result<SortPrograms> SortPrograms::create(const ShaderLibrary& library) {
    SortPrograms programs;
    for (const auto& [program, file] : {std::pair{&programs.count, "step_count.comp"},
                                        {&programs.scan, "step_scan.comp"},
                                        {&programs.list, "step_list.comp"},
                                        {&programs.place, "step_place.comp"},
                                        {&programs.carry, "step_carry.comp"},
                                        {&programs.survey, "step_survey.comp"}}) {
        auto linked = Program::create(library, {file});
        if (!linked) {
            return linked.problem();
        }
        *program = *std::move(linked);
    }
    return programs;
}

Outcome CardFlock::upload(const Flock& flock) {
    m_count = static_cast<std::uint32_t>(flock.count());
    m_columns = flock.memories().size();
    m_survey = Survey::of(flock.now());
    m_isSurveying = false;
    m_drawSeed.reset();
    const std::vector<Row> present = rowsOf(flock.now());
    const std::vector<Row> past = rowsOf(flock.before());
    std::vector<Row> steered;
    std::vector<Row> remembered;
    for (std::size_t slot = 0; slot < m_count; ++slot) {
        steered.push_back(rowOf(flock.steering().at(slot)));
    }
    for (const RuleMemory& memory : flock.memories()) {
        for (std::size_t slot = 0; slot < m_count; ++slot) {
            remembered.push_back(rowOf(memory.values.at(slot)));
        }
    }
    return writeAll({{&now, bytesOf(present)},
                     {&before, bytesOf(past)},
                     {&steering, bytesOf(steered)},
                     {&memories, bytesOf(remembered)},
                     {&shared, {}}});
}

Outcome CardFlock::fetch(Flock& flock, Workers& workers) {
    const std::size_t count = m_count;
    const std::array<std::pair<const CardBuffer*, std::size_t>, 4> parts{
        {{&now, 2 * count}, {&before, 2 * count}, {&steering, count}, {&memories, m_columns * count}}};
    if (Outcome reserved = m_fetched.reserve((5 + m_columns) * count * sizeof(Row)); !reserved) {
        return reserved;
    }
    forgetErrors();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_WRITE_BUFFER, m_fetched.name());
    std::size_t place = 0;
    for (const auto& [buffer, rows] : parts) {
        glBindBuffer(GL_COPY_READ_BUFFER, buffer->name());
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0,
                            static_cast<GLintptr>(place * sizeof(Row)),
                            static_cast<GLsizeiptr>(rows * sizeof(Row)));
        place += rows;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    m_fetched.seal();
    const std::span<const std::byte> fetched = m_fetched.wait();
    if (glGetError() != GL_NO_ERROR || fetched.size() < place * sizeof(Row)) {
        return Problem{"the graphics card does not give the flock back"};
    }
    const auto* rows = reinterpret_cast<const Row*>(fetched.data());
    forEachPart(&workers, count, kFetchedAtOnce, [&](std::size_t begin, std::size_t end) {
        const auto put = [&](Column3& column, std::size_t index) {
            const Row* const from = rows + index * count;
            for (std::size_t slot = begin; slot < end; ++slot) {
                column.put(slot, {from[slot].x, from[slot].y, from[slot].z});
            }
        };
        const auto putState = [&](FlockState& state, std::size_t index) {
            put(state.position, index);
            put(state.velocity, index + 1);
            for (std::size_t slot = begin; slot < end; ++slot) {
                state.id[slot] = std::bit_cast<std::uint32_t>(rows[index * count + slot].w);
            }
        };
        putState(flock.now(), 0);
        putState(flock.before(), 2);
        put(flock.steering(), 4);
        for (std::size_t column = 0; column < m_columns; ++column) {
            put(flock.memories()[column].values, 5 + column);
        }
    });
    return Done{};
}

Result<FlockReport> CardFlock::report(Program& sums, const FlockQuestion& question) {
    FlockReport report;
    if (m_count == 0) {
        return report;
    }
    const std::size_t parts = (m_count + kPartBoids - 1) / kPartBoids;
    const std::size_t rows = 2 + 3 * parts;
    if (Outcome reserved = m_sums.reserve(rows * sizeof(Row)); !reserved) {
        return reserved.problem();
    }
    const std::uint32_t leader = std::min(question.leaderId.value_or(0), m_count - 1);
    now.bind(0);
    memories.bind(1);
    m_sums.bind(2);
    sums.set("uCount", m_count);
    sums.set("uParts", static_cast<GLuint>(parts));
    sums.set("uLeader", leader);
    sums.set("uMean", glm::vec3(m_survey.mean.x, m_survey.mean.y, m_survey.mean.z));
    sums.set("uColumn", static_cast<GLuint>(question.column.value_or(0)));
    sums.set("uRemembers", question.column.has_value());
    sums.set("uIsLowest", question.extremum == Extremum::lowest);
    forgetErrors();
    dispatch(sums, parts);

    const std::vector<Row> found = read(m_sums, rows);
    if (glGetError() != GL_NO_ERROR) {
        return Problem{"the graphics card does not sum up the flock"};
    }
    for (std::size_t part = 0; part < parts; ++part) {
        const std::span<const Row> row = std::span(found).subspan(2 + 3 * part, 3);
        report.totals.position += wide(row[0]);
        report.totals.velocity += wide(row[1]);
        const GlobalBest each{{row[2].x, row[2].y, row[2].z}, std::bit_cast<std::uint32_t>(row[2].w)};
        if (part == 0 || isBetter(each, report.best, question.extremum)) {
            report.best = each;
        }
    }
    report.totals.count = static_cast<double>(m_count);
    const glm::vec3 mean(m_survey.mean.x, m_survey.mean.y, m_survey.mean.z);
    report.totals.position += wide({mean, 0.0f}) * report.totals.count;
    if (std::exchange(m_drawSeed, question.seed) != question.seed) {
        m_draw = FlockSums::draws(m_count, question.seed);
    }
    report.totals.draw = m_draw;
    if (question.leaderId) {
        report.leader = {
            true, leader, {found[0].x, found[0].y, found[0].z}, {found[1].x, found[1].y, found[1].z}};
    }
    return report;
}

Outcome CardFlock::survey(SortPrograms& programs) {
    if (Outcome reserved = m_surveyed.reserve(kSurveyGroups * kGroup * 4 * sizeof(Row)); !reserved) {
        return reserved;
    }
    now.bind(0);
    m_surveyed.bind(1);
    programs.survey.use();
    programs.survey.set("uCount", m_count);
    programs.survey.set("uStride", static_cast<GLuint>(m_count / kSurveyed + 1));
    programs.survey.set("uMean", glm::vec3(m_survey.mean.x, m_survey.mean.y, m_survey.mean.z));
    dispatch(programs.survey, kSurveyGroups * kGroup);
    m_isSurveying = true;
    return Done{};
}

Outcome CardFlock::sort(SortPrograms& programs, const NeighbourQuery& query, bool isWrapped,
                        const Vec3f& halfExtent, bool carriesSteering) {
    if (std::exchange(m_isSurveying, false)) {
        m_survey = Survey::of(read(m_surveyed, kSurveyGroups * kGroup * 4), m_survey.mean);
    }
    m_grid = CardGrid::of(m_survey, m_count, query, isWrapped, halfExtent);
    const ScanLevels scan(m_grid.cells() + 1);
    const std::size_t rows = m_count * sizeof(Row);
    if (Outcome reserved = reserveAll({{&starts, scan.total * sizeof(GLuint)},
                                       {&m_places, m_count * 2 * sizeof(GLuint)},
                                       {&m_list, m_count * 2 * sizeof(GLuint)},
                                       {&m_order, m_count * sizeof(GLuint)}});
        !reserved) {
        return reserved;
    }

    const GLuint zero = 0;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, starts.name());
    glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0,
                         static_cast<GLsizeiptr>((m_grid.cells() + 1) * sizeof(GLuint)), GL_RED_INTEGER,
                         GL_UNSIGNED_INT, &zero);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    now.bind(0);
    starts.bind(1);
    m_places.bind(2);
    m_list.bind(3);
    before.bind(4);
    m_order.bind(5);
    programs.count.use();
    programs.count.set("uCount", m_count);
    m_grid.set(programs.count);
    dispatch(programs.count, m_count);

    starts.bind(0);
    programs.scan.use();
    const auto sweep = [&](std::size_t level, bool adds) {
        programs.scan.set("uFrom", scan.levels[level].from);
        programs.scan.set("uCount", scan.levels[level].count);
        programs.scan.set("uTo", scan.levels[level + 1].from);
        programs.scan.set("uAdds", adds);
        dispatch(programs.scan, scan.levels[level + 1].count);
    };
    for (std::size_t level = 0; level + 1 < scan.count; ++level) {
        sweep(level, false);
    }
    // The last level but one is a single run, and done.
    for (std::size_t level = scan.count - 1; level-- > 1;) {
        sweep(level - 1, true);
    }

    now.bind(0);
    programs.list.use();
    programs.list.set("uCount", m_count);
    dispatch(programs.list, m_count);
    programs.place.use();
    programs.place.set("uCount", m_count);
    dispatch(programs.place, m_count);

    Outcome carried = Done{};
    const auto carry = [&](CardBuffer& column, std::size_t columns) {
        if (columns == 0 || !carried) {
            return;
        }
        carried = m_spare.reserve(std::max<std::size_t>(m_columns, 1) * rows);
        if (!carried) {
            return;
        }
        column.bind(0);
        m_spare.bind(1);
        m_order.bind(2);
        programs.carry.use();
        programs.carry.set("uCount", m_count);
        programs.carry.set("uColumns", static_cast<GLuint>(columns));
        dispatch(programs.carry, m_count);
        std::swap(column, m_spare);
    };
    carry(steering, carriesSteering ? 1 : 0);
    carry(memories, m_columns);
    return carried;
}

Outcome CardFlock::share(std::span<const std::size_t> columns) {
    if (columns.empty()) {
        return Done{};
    }
    const auto bytes = static_cast<GLsizeiptr>(m_count * sizeof(Row));
    if (Outcome reserved = shared.reserve(columns.size() * m_count * sizeof(Row)); !reserved) {
        return reserved;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, memories.name());
    glBindBuffer(GL_COPY_WRITE_BUFFER, shared.name());
    for (std::size_t k = 0; k < columns.size(); ++k) {
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                            static_cast<GLintptr>(columns[k]) * bytes, static_cast<GLintptr>(k) * bytes,
                            bytes);
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    return Done{};
}

}  // namespace shoal
