#include "play/background/background.hpp"

#include <atomic>
#include <new>

#include "program/program_run.hpp"

namespace shoal::test {

TEST_CASE("results of background work arrive in drain(), on its thread", "[app][background]") {
    Background background;
    const auto here = std::this_thread::get_id();
    std::atomic<bool> isApart = false;
    std::string got;
    background.run(
        [&] {
            isApart = std::this_thread::get_id() != here;
            return std::string("done");
        },
        [&](std::string result) {
            CHECK(std::this_thread::get_id() == here);
            got = std::move(result);
        });
    REQUIRE(waitUntil(
        [&] {
            background.drain();
            return !got.empty();
        },
        30.0));
    CHECK(isApart);
    CHECK(got == "done");
}

TEST_CASE("work of one lane is done in order, and finish() waits for it", "[app][background]") {
    Background background;
    Background::Lane lane;
    std::vector<int> done;  // only the lane uses it
    std::vector<int> arrived;
    for (int each = 0; each < 100; ++each) {
        background.run(
            lane,
            [&done, each] {
                done.push_back(each);
                return each;
            },
            [&arrived](int result) { arrived.push_back(result); });
    }
    background.finish();
    REQUIRE(arrived.size() == 100);
    CHECK(arrived == done);
    CHECK(std::ranges::is_sorted(arrived));
}

TEST_CASE("abandoned work delays no frame, and its result is dropped", "[app][background]") {
    const auto isReleased = std::make_shared<std::atomic<bool>>(false);
    const auto hasArrived = std::make_shared<bool>(false);
    {
        Background background;
        background.run(
            [isReleased] {
                while (!*isReleased) {
                    std::this_thread::yield();
                }
                return 0;
            },
            [hasArrived](int) { *hasArrived = true; });
        background.finish();
    }
    *isReleased = true;
    REQUIRE(waitUntil([] { return hasBackgroundEnded(); }, 30.0));
    CHECK_FALSE(*hasArrived);
}

TEST_CASE("running out of memory in the background is a problem, not the end", "[app][background]") {
    Background background;
    std::string said;
    background.run([]() -> Result<int> { throw std::bad_alloc(); },
                   [&](const Result<int>& result) { said = result ? "" : result.problem().text; },
                   Background::AtEnd::awaited);
    std::vector<int> list{1};
    background.run([]() -> std::vector<int> { throw std::bad_alloc(); },
                   [&](std::vector<int> result) { list = std::move(result); }, Background::AtEnd::awaited);
    background.finish();
    CHECK(said == "not enough memory");
    CHECK(list.empty());
}

}  // namespace shoal::test
