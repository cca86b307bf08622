// Journals, which grow while the program runs and survive its end.

#include "system/files/journal_file.hpp"

#include "scratch_folder.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxBytes = 1 << 10;

}  // namespace

TEST_CASE("a journal has one writer, and another program can take it over once that writer has ended",
          "[system][files][journal]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "x.partial";
    {
        auto journal = JournalFile::create(file);
        REQUIRE(journal);
        REQUIRE(journal->has_value());
        const auto again = JournalFile::create(file);
        REQUIRE(again);
        CHECK_FALSE(again->has_value());
        const auto other = JournalFile::open(file);
        REQUIRE(other);
        CHECK_FALSE(other->has_value());
        CHECK_FALSE(JournalFile::adopt(file));
        REQUIRE((*journal)->append("one\n"));
        REQUIRE((*journal)->sync());
    }
    auto continued = JournalFile::open(file);
    REQUIRE(continued);
    REQUIRE(continued->has_value());
    REQUIRE((*continued)->append("two\n"));
    CHECK(*readWholeFile(file, kMaxBytes) == "one\ntwo\n");
    REQUIRE((*continued)->cut(4));
    REQUIRE((*continued)->append("three\n"));
    CHECK(*readWholeFile(file, kMaxBytes) == "one\nthree\n");
    continued->reset();
    auto adopted = JournalFile::adopt(file);
    REQUIRE(adopted);
    adopted->remove();
    CHECK_FALSE(fs::exists(file));
    CHECK_FALSE(JournalFile::adopt(file));
}

TEST_CASE("a journal that cannot be opened names the file and the system's reason",
          "[system][files][journal]") {
    const ScratchFolder folder;
    fs::create_directory(folder.path() / "x.partial");
    const auto journal = JournalFile::open(folder.path() / "x.partial");
    REQUIRE_FALSE(journal);
    CHECK(journal.problem().text ==
          (folder.path() / "x.partial").string() + ": cannot be written: Is a directory");
    CHECK_FALSE(JournalFile::create(folder.path() / "none" / "x.partial"));
}

}  // namespace shoal::test
