// The hidden folders in which films are made. Those of killed viewers are removed.

#include "viewer/film/work_folder.hpp"

#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

/// Makes a work folder with a film and a folder of frames in it.
WorkFolder workIn(const fs::path& folder) {
    auto work = WorkFolder::make(folder, "reef.mkv");
    REQUIRE(work);
    std::ofstream(work->path() / "reef.mkv") << "half a film";
    fs::create_directories(work->path() / "frames");
    std::ofstream(work->path() / "frames" / "frame_00001.png") << "a frame";
    return std::move(*work);
}

}  // namespace

TEST_CASE("the work folder of a viewer that is gone is deleted, one in use stays", "[app][capture]") {
    const ScratchFolder scratch;
    fs::path abandoned;
    {
        const WorkFolder work = workIn(scratch.path());
        abandoned = work.path();
        CHECK(abandoned.filename() == ".reef.mkv.unfinished");
        removeAbandonedWork(scratch.path());
        CHECK(fs::exists(abandoned / "reef.mkv"));
    }
    // A kill, too, releases the lock and leaves the folder.
    REQUIRE(fs::exists(abandoned / "frames" / "frame_00001.png"));
    removeAbandonedWork(scratch.path());
    CHECK_FALSE(fs::exists(abandoned));
}

TEST_CASE("two films of one name are made in two folders, and each removes its own", "[app][capture]") {
    const ScratchFolder scratch;
    WorkFolder first = workIn(scratch.path());
    WorkFolder second = workIn(scratch.path());
    CHECK(second.path().filename() == ".reef.mkv-2.unfinished");
    first.remove();
    CHECK_FALSE(fs::exists(first.path()));
    CHECK(fs::exists(second.path() / "reef.mkv"));
    second.remove();
    CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("a finished film that could not be placed stays in its work folder", "[app][capture]") {
    const ScratchFolder scratch;
    fs::path kept;
    {
        WorkFolder work = workIn(scratch.path());
        work.keep();
        kept = work.path();
    }
    removeAbandonedWork(scratch.path());
    CHECK(fs::exists(kept / "reef.mkv"));
}

TEST_CASE("nothing but work folders is deleted", "[app][capture]") {
    const ScratchFolder scratch;
    const fs::path elsewhere = scratch.path() / "elsewhere";
    fs::create_directories(elsewhere);
    std::ofstream(elsewhere / "owner") << "";
    fs::create_directory_symlink(elsewhere, scratch.path() / ".link.unfinished");
    std::ofstream(scratch.path() / ".file.unfinished") << "";
    fs::create_directories(scratch.path() / ".other.unfinished");
    fs::create_directories(scratch.path() / "seen.unfinished");
    std::ofstream(scratch.path() / "seen.unfinished" / "owner") << "";
    removeAbandonedWork(scratch.path());
    removeAbandonedWork(scratch.path() / "missing");
    CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 5);
    CHECK(fs::exists(elsewhere / "owner"));
}

}  // namespace shoal::test
