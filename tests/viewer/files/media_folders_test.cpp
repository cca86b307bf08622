#include "viewer/files/media_folders.hpp"

namespace shoal::test {

TEST_CASE("films and pictures go to the desktop's own folders for them", "[app][capture]") {
    const UserPaths paths{.config = "/h/.config/shoal", .data = "/h/data", .state = "/h/state"};
    const auto usual = mediaFoldersFrom("", "/h", paths);
    CHECK(usual.films == "/h/data/films");
    CHECK(usual.pictures == "/h/data/pictures");
    const auto named = mediaFoldersFrom(
        "# comment\nXDG_VIDEOS_DIR=\"$HOME/Filme\"\nXDG_PICTURES_DIR=\"/srv/p\"\n", "/h", paths);
    CHECK(named.films == "/h/Filme");
    CHECK(named.pictures == "/srv/p");
    // A desktop gives the home folder itself for a folder that it lacks. Values that are not a path are
    // ignored.
    for (const char* text : {"XDG_VIDEOS_DIR=\"$HOME/\"", "XDG_VIDEOS_DIR=\"$HOME\"",
                             "XDG_VIDEOS_DIR=\"films\"", "XDG_VIDEOS_DIR=", "XDG_VIDEOS_DIR=\""}) {
        CAPTURE(text);
        CHECK(mediaFoldersFrom(text, "/h", paths).films == "/h/data/films");
    }
}

}  // namespace shoal::test
