#include <cstddef>
#include <utility>

#include <shoal/flock.hpp>

using namespace shoal;

TEST_CASE("an array of any size is aligned, zeroed past its end, and takes little extra memory", "[sim]") {
    for (const std::size_t count : {0U, 1U, 1000U, 100000U, 400000U, 600000U, 1000000U, 3000000U}) {
        INFO(count << " numbers");
        const AlignedArray<float> array(count);
        CHECK(reinterpret_cast<std::uintptr_t>(array.data()) % 64 == 0);
        float sum = 0.0f;
        for (std::size_t k = 0; k < count + AlignedArray<float>::kPadding; ++k) {
            sum += array[k] == 0.0f ? 0.0f : 1.0f;
        }
        CHECK(sum == 0.0f);
        CHECK(array.bytes() >= count * sizeof(float));
        CHECK(array.bytes() <= (count + 2000) * sizeof(float) * 4 / 3);
    }
}

TEST_CASE("an array keeps its storage while that is large enough", "[sim]") {
    AlignedArray<float> array(600000);
    array[599999] = 7.0f;
    const float* const start = array.data();
    array.resize(10);
    array.resize(600000);
    CHECK(array.data() == start);
    CHECK(array[599999] == 7.0f);
    const AlignedArray<float> moved = std::move(array);
    CHECK(moved.data() == start);
}
