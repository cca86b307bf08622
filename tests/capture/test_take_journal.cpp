#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include <shoal/preset.hpp>

#include "capture/take_journal.hpp"
#include "capture/take_log.hpp"
#include "capture/take_replay.hpp"
#include "catch.hpp"
#include "film_tools.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::bytesOf;
using test::contains;
using test::ScratchFolder;

/// Two seconds of play with a slider dragged and the camera turned.
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
    Take since(std::uint64_t from) const { return log.since(from, {step(), 1.0f}); }
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

}  // namespace

TEST_CASE("what was recorded before a program was killed is a take afterwards", "[capture][take][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "reef-20261121-090312.take";
    Play play;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        for (int block = 0; block < 4; ++block) {
            const std::uint64_t from = play.step();
            play.run(30);
            REQUIRE(journal->add(play.since(from)));
        }
        const auto second = TakeJournal::begin(file, play.beginning());
        REQUIRE(second);
        CHECK(second->take().filename() == "reef-20261121-090312-2.take");
        // While it is being written it is no other program's.
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

TEST_CASE("a journal that breaks off anywhere gives all but its last block", "[capture][take][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "x.take";
    const fs::path partial = folder.path() / "x.take.partial";
    Play play;
    std::string text;
    {
        auto journal = TakeJournal::begin(file, play.beginning());
        REQUIRE(journal);
        play.run(10);
        REQUIRE(journal->add(play.since(0)));
        const std::string first = bytesOf(partial);
        play.run(10);
        REQUIRE(journal->add(play.since(10)));
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
    // A name that is taken meanwhile stays, and a journal that is no take is left for its owner to look at.
    std::ofstream(partial, std::ios::trunc) << text;
    std::ofstream(file) << "mine";
    std::ofstream(folder.path() / "broken.take.partial") << "take = 2\nname";
    const auto takes = recoverTakes(folder.path());
    REQUIRE(takes.size() == 2);
    REQUIRE_FALSE(takes[0]);
    CHECK_THAT(takes[0].problem().text, contains("broken.take.partial"));
    REQUIRE(takes[1]);
    CHECK(takes[1]->filename() == "x-2.take");
    CHECK(bytesOf(file) == "mine");
    CHECK(fs::exists(folder.path() / "broken.take.partial"));
}

TEST_CASE("a journal in which nothing was played leaves nothing behind", "[capture][take][journal]") {
    const ScratchFolder folder;
    const Play play;
    REQUIRE(TakeJournal::begin(folder.path() / "x.take", play.beginning()));
    CHECK(recoverTakes(folder.path()).empty());
    CHECK(fs::is_empty(folder.path()));
    CHECK_FALSE(TakeJournal::begin(folder.path() / "none" / "x.take", play.beginning()));
}

}  // namespace shoal
