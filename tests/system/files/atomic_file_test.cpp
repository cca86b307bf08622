// Atomic files, which appear whole or not at all, and paths that are not such files.

#include "system/files/atomic_file.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <system_error>

#include <sys/stat.h>

#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

std::string textOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a file appears whole, replaces a longer one and leaves nothing beside it", "[sim][atomic file]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "a.csv";
    REQUIRE(writeFileAtomically(file, "a longer text", Overwrite::anything()));
    {
        auto abandoned = AtomicFile::open(file, Overwrite::anything());
        REQUIRE(abandoned);
        REQUIRE(abandoned->write("short"));
    }
    CHECK(textOf(file) == "a longer text");
    REQUIRE(writeFileAtomically(file, "short", Overwrite::anything()));
    CHECK(textOf(file) == "short");
    CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
}

TEST_CASE("what a file keeps stays under a name of its own, without an incomplete end",
          "[sim][atomic file]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "a.csv";
    for (const std::string name : {"a.csv.partial", "a.csv.partial-2"}) {
        auto stopped = AtomicFile::open(file, Overwrite::nothing());
        REQUIRE(stopped);
        CHECK(stopped->kept().empty());
        REQUIRE(stopped->write("row 1\n"));
        REQUIRE(stopped->keep());
        REQUIRE(stopped->write("row 2\n"));
        REQUIRE(stopped->keep());
        REQUIRE(stopped->write(std::string(1 << 20, 'x')));
        CHECK(stopped->kept() == scratch.path() / name);
    }
    {
        auto whole = AtomicFile::open(file, Overwrite::nothing());
        REQUIRE(whole);
        REQUIRE(whole->write("row 1\n"));
        REQUIRE(whole->keep());
        REQUIRE(whole->commit());
        CHECK(whole->kept().empty());
    }
    CHECK(textOf(file) == "row 1\n");
    CHECK(textOf(scratch.path() / "a.csv.partial") == "row 1\nrow 2\n");
    CHECK(textOf(scratch.path() / "a.csv.partial-2") == "row 1\nrow 2\n");
    CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 3);
}

TEST_CASE("in-memory files below /dev are ordinary files", "[sim][atomic file]") {
    const fs::path memory = "/dev/shm";
    std::error_code error;
    if (!fs::is_directory(memory, error)) {
        return;
    }
    std::string name = (memory / "shoal-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        return;
    }
    const fs::path file = fs::path(name) / "new.csv";
    CHECK(writeFileAtomically(file, "a longer text", Overwrite::anything()));
    CHECK(textOf(file) == "a longer text");
    CHECK(writeFileAtomically(file, "short", Overwrite::anything()));
    CHECK(textOf(file) == "short");
    fs::remove_all(name, error);
}

TEST_CASE("devices and pipes are written directly", "[sim][atomic file]") {
    const ScratchFolder scratch;
    CHECK(writeFileAtomically("/dev/null", "gone", Overwrite::nothing()));
    CHECK(fs::is_character_file("/dev/null"));
    CHECK_FALSE(writeFileAtomically("/dev/full", "no room", Overwrite::nothing()));
    const fs::path link = scratch.path() / "link";
    fs::create_symlink("/dev/null", link);
    CHECK(writeFileAtomically(link, "gone", Overwrite::nothing()));
    CHECK(fs::is_symlink(link));

    const fs::path pipe = scratch.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::string received;
    std::thread reader([&] { received = textOf(pipe); });
    const bool isWritten = static_cast<bool>(writeFileAtomically(pipe, "through", Overwrite::nothing()));
    reader.join();
    CHECK(isWritten);
    CHECK(received == "through");
    CHECK(fs::is_fifo(pipe));
}

TEST_CASE("writing to a descriptor's name appends to the open file", "[sim][atomic file]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "log";
    std::FILE* open = std::fopen(file.c_str(), "w");
    REQUIRE(open != nullptr);
    std::fputs("first ", open);
    std::fflush(open);
    CHECK(writeFileAtomically("/dev/fd/" + std::to_string(::fileno(open)), "second", Overwrite::nothing()));
    std::fclose(open);
    CHECK(textOf(file) == "first second");
    CHECK_FALSE(writeFileAtomically("/dev/fd/987", "this descriptor is not open", Overwrite::nothing()));
}

TEST_CASE("the longest name that the file system allows is written, and a longer one refused at once",
          "[sim][atomic file]") {
    const ScratchFolder scratch;
    for (const std::string& letter : {std::string("a"), std::string("é")}) {
        std::string name;
        while (name.size() + letter.size() + 4 <= 255) {
            name += letter;
        }
        const fs::path file = scratch.path() / (name + ".csv");
        REQUIRE(writeFileAtomically(file, "step", Overwrite::nothing()));
        CHECK(textOf(file) == "step");
        auto kept = AtomicFile::open(file, Overwrite::anything());
        REQUIRE(kept);
        REQUIRE(kept->write("row"));
        REQUIRE(kept->keep());
        REQUIRE(kept->commit());
        CHECK(textOf(file) == "row");
        fs::remove(file);
        CHECK(fs::is_empty(scratch.path()));
    }
    const auto tooLong = AtomicFile::open(scratch.path() / std::string(256, 'a'), Overwrite::nothing());
    REQUIRE_FALSE(tooLong);
    CHECK_THAT(tooLong.problem().text, contains("File name too long"));
}

TEST_CASE("a pipe or a device is not read as a file", "[sim][atomic file]") {
    const ScratchFolder scratch;
    const fs::path pipe = scratch.path() / "pipe.toml";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const fs::path& file : {pipe, fs::path("/dev/zero")}) {
        const auto text = readWholeFile(file, 1 << 20);
        REQUIRE_FALSE(text);
        CHECK_THAT(text.problem().text, contains(file.string()) && contains("not a regular file"));
    }
}

TEST_CASE("a new file never replaces another, and may take the next name", "[sim][atomic file]") {
    const ScratchFolder scratch;
    const fs::path taken = scratch.path() / "a.png";
    REQUIRE(writeFileAtomically(taken, "mine", Overwrite::nothing()));
    auto file = AtomicFile::open(taken, Overwrite::numbered());
    REQUIRE(file);
    REQUIRE(file->write("new"));
    const auto refused = file->commitNew(taken);
    REQUIRE(refused);
    CHECK_FALSE(*refused);
    const auto placed = file->commitNew(scratch.path() / "a-2.png");
    REQUIRE(placed);
    CHECK(*placed);
    CHECK(textOf(taken) == "mine");
    CHECK(textOf(scratch.path() / "a-2.png") == "new");
    CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 2);
}

TEST_CASE("when many write one new file at once, one succeeds", "[sim][atomic file]") {
    const ScratchFolder scratch;
    constexpr int kWriters = 8;
    for (int round = 0; round < 20; ++round) {
        const fs::path file = scratch.path() / std::to_string(round);
        std::atomic<int> successes{0};
        std::atomic<int> winner{-1};
        std::vector<std::thread> writers;
        for (int writer = 0; writer < kWriters; ++writer) {
            writers.emplace_back([&, writer] {
                const auto written = writeFileAtomically(file, std::to_string(writer), Overwrite::nothing());
                if (written) {
                    ++successes;
                    winner = writer;
                }
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        CHECK(successes == 1);
        CHECK(textOf(file) == std::to_string(winner));
    }
    CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 20);
}

}  // namespace shoal::test
