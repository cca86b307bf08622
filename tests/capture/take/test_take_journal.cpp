#include <csignal>
#include <utility>

#include <sys/resource.h>

#include <shoal/preset.hpp>

#include "capture/film_tools.hpp"
#include "capture/take/take_journal.hpp"
#include "capture/take/take_log.hpp"
#include "capture/take/take_replay.hpp"
#include "fault_points.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::bytesOf;
using test::contains;
using test::ScratchFolder;

/// Limits the size of this process's files [bytes] until it is destroyed.
class SizeLimit {
public:
    explicit SizeLimit(std::uintmax_t bytes) : m_signal(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = static_cast<rlim_t>(bytes);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    SizeLimit(const SizeLimit&) = delete;
    SizeLimit& operator=(const SizeLimit&) = delete;

private:
    void (*m_signal)(int);
    rlimit m_before{};
};

/// A session in which a slider is dragged and the camera turns at every step.
struct Play {
    Simulation simulation;
    TakeLog log;

    Play() : simulation(*Simulation::create(scene())) { log.begin(simulation.scene()); }

    static Scene scene() {
        auto scene = openPreset("reef");
        REQUIRE(scene);
        REQUIRE(scene->apply({"count", 50.0}));
        return std::move(*scene);
    }

    void run(int steps) {
        for (int each = 0; each < steps; ++each) {
            const Edit edit{"cohesion.weight", 0.01 * static_cast<double>(simulation.stepCount() + 1)};
            REQUIRE(simulation.apply(edit));
            log.noteEdit(simulation.stepCount(), edit);
            simulation.step();
            log.noteStep(simulation);
            const auto at = static_cast<double>(simulation.stepCount());
            log.noteCamera({simulation.stepCount(), 1.0f},
                           {.distance = 9.0f, .azimuth = static_cast<float>(at * at * 1e-3)});
        }
    }

    std::uint64_t step() const { return simulation.stepCount(); }
    Take beginning() const { return log.take({step(), 1.0f}, {step(), 1.0f}); }
    Take news() { return log.news({step(), 1.0f}); }
};

std::uint64_t replayedHash(const Take& take) {
    Simulation simulation = *Simulation::create(Scene{});
    REQUIRE(beginReplay(take, simulation));
    while (simulation.stepCount() < take.to.step) {
        simulation.step();
        REQUIRE(checkReplay(take, simulation));
        applyEditsDue(take, simulation);
    }
    return simulation.hash();
}

/// Recovers the only take in a folder, and checks that it holds these edits and the whole play.
void checkRecovered(const fs::path& file, std::size_t edits, const Play& play) {
    REQUIRE(recoverTakes(file.parent_path()).size() == 1);
    const auto take = loadTake(file);
    REQUIRE(take);
    CHECK(take->edits.size() == edits);
    CHECK(replayedHash(*take) == play.simulation.hash());
}

}  // namespace

TEST_CASE("a journal left by a killed program becomes a take", "[capture][take][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "reef-20261121-090312.take";
    Play play;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        for (int block = 0; block < 4; ++block) {
            play.run(30);
            REQUIRE(journal->add(play.news()));
        }
        const auto second = TakeJournal::begin(file, play.beginning());
        REQUIRE(second);
        CHECK(second->take().filename() == "reef-20261121-090312-2.take");
        // A journal still being written is not recovered.
        CHECK(recoverTakes(folder.path()).empty());
        CHECK(loadTake(file.string() + ".partial"));
    }
    const auto takes = recoverTakes(folder.path());
    REQUIRE(takes.size() == 1);
    REQUIRE(takes[0]);
    CHECK(*takes[0] == file);
    CHECK_FALSE(fs::exists(file.string() + ".partial"));
    const auto take = loadTake(file);
    REQUIRE(take);
    CHECK(take->to.step == 120);
    CHECK(take->edits.size() == 120);
    CHECK(take->hashes.size() == 2);
    CHECK(take->camera.keys().back().at == 120.0);
    CHECK(replayedHash(*take) == play.simulation.hash());
    CHECK(recoverTakes(folder.path()).empty());
}

TEST_CASE("a journal truncated anywhere loses only its last block", "[capture][take][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "x.take";
    const fs::path partial = folder.path() / "x.take.partial";
    Play play;
    std::string text;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        play.run(10);
        REQUIRE(journal->add(play.news()));
        const std::string first = bytesOf(partial);
        play.run(10);
        REQUIRE(journal->add(play.news()));
        text = bytesOf(partial);
        for (std::size_t size = first.size(); size <= text.size(); size += 7) {
            CAPTURE(size, text.size());
            std::ofstream(partial, std::ios::trunc) << text.substr(0, size);
            const auto take = loadTake(partial);
            INFO((take ? "" : take.problem().text));
            REQUIRE(take);
            CHECK((take->to.step == 10 || take->to.step == 20));
            CHECK(take->edits.size() == take->to.step);
        }
    }
    // A name taken in the meantime is kept, and an invalid journal is set aside and reported once.
    std::ofstream(partial, std::ios::trunc) << text;
    std::ofstream(file) << "mine";
    std::ofstream(folder.path() / "broken.take.partial") << "take = 2\nname";
    const auto takes = recoverTakes(folder.path());
    REQUIRE(takes.size() == 2);
    REQUIRE_FALSE(takes[0]);
    CHECK_THAT(takes[0].problem().text, contains("broken.take.partial:") && contains("renamed") &&
                                            contains("broken.take.partial.damaged"));
    REQUIRE(takes[1]);
    CHECK(takes[1]->filename() == "x-2.take");
    CHECK(bytesOf(file) == "mine");
    CHECK(bytesOf(folder.path() / "broken.take.partial.damaged") == "take = 2\nname");
    CHECK(recoverTakes(folder.path()).empty());
}

TEST_CASE("edits made while paused are in the journal exactly once", "[capture][take][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "still.take";
    Play play;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        play.run(5);
        REQUIRE(journal->add(play.news()));
        // The boids that are added are not the removed ones, so such edits must be neither merged nor
        // repeated.
        for (const Edit& edit : {Edit{"count", 20.0}, Edit{"count", 40.0}, Edit{"cohesion.weight", 3.0}}) {
            CHECK_FALSE(play.log.hasNews(play.step()));
            REQUIRE(play.simulation.apply(edit));
            play.log.noteEdit(play.step(), edit);
            CHECK(play.log.hasNews(play.step()));
            REQUIRE(journal->add(play.news()));
        }
        const Edit last{"cohesion.weight", 0.5};
        REQUIRE(play.simulation.apply(last));
        play.log.noteEdit(play.step(), last);
        REQUIRE(journal->add(play.news()));
        play.run(5);
        REQUIRE(journal->add(play.news()));
    }
    checkRecovered(file, 14, play);
}

TEST_CASE("a block that could not be written is written with the next one",
          "[capture][take][journal][faults]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "full.take";
    Play play;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        play.run(10);
        {
            // Simulates a disk with space for a few more bytes.
            const SizeLimit limit(fs::file_size(file.string() + ".partial") + 20);
            CHECK_FALSE(journal->add(play.news()));
        }
        const auto before = loadTake(file.string() + ".partial");
        REQUIRE(before);
        CHECK(before->edits.empty());
        play.run(10);
        REQUIRE(journal->add(play.news()));
    }
    checkRecovered(file, 20, play);
}

TEST_CASE("a block that the disk lost is written again with the next one",
          "[capture][take][journal][faults]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "lost.take";
    Play play;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        play.run(10);
        const auto before = fs::file_size(file.string() + ".partial");
        test::armFault(test::Fault::dataSync, 1);
        CHECK_FALSE(journal->add(play.news()));
        CHECK(test::disarmFault());
        CHECK(fs::file_size(file.string() + ".partial") == before);
        play.run(10);
        REQUIRE(journal->add(play.news()));
    }
    checkRecovered(file, 20, play);
}

TEST_CASE("a journal without any play leaves no file", "[capture][take][journal]") {
    const ScratchFolder folder;
    const Play play;
    REQUIRE(TakeJournal::begin(folder.path() / "x.take", play.beginning()));
    CHECK(recoverTakes(folder.path()).empty());
    CHECK(fs::is_empty(folder.path()));
    CHECK_FALSE(TakeJournal::begin(folder.path() / "none" / "x.take", play.beginning()));
}

}  // namespace shoal
