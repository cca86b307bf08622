#include "viewer/files/media_folders.hpp"

#include "scratch_folder.hpp"

namespace shoal::test {

TEST_CASE("films and pictures go where the desktop's file manager shows them", "[app][capture]") {
    const ScratchFolder scratch;
    const std::filesystem::path& home = scratch.path();
    CHECK(mediaFoldersFrom("", home).films == home);
    std::filesystem::create_directory(home / "Videos");
    const auto usual = mediaFoldersFrom("", home);
    CHECK(usual.films == home / "Videos");
    CHECK(usual.pictures == home);
    const auto named =
        mediaFoldersFrom("# comment\nXDG_VIDEOS_DIR=\"$HOME/Filme\"\nXDG_PICTURES_DIR=\"/srv/p\"\n", home);
    CHECK(named.films == home / "Filme");
    CHECK(named.pictures == "/srv/p");
    // A desktop gives the home folder itself for a folder that it lacks. Values that are not a path are
    // ignored.
    for (const char* text : {"XDG_VIDEOS_DIR=\"$HOME/\"", "XDG_VIDEOS_DIR=\"$HOME\"",
                             "XDG_VIDEOS_DIR=\"films\"", "XDG_VIDEOS_DIR=", "XDG_VIDEOS_DIR=\""}) {
        CAPTURE(text);
        CHECK(mediaFoldersFrom(text, home).films == home / "Videos");
    }
}

}  // namespace shoal::test
