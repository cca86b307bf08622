#include "capture/film/y4m_sink.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::string_view kFrameLine = "FRAME\n";

/// A channel of ITU-R BT.601 with limited range, from red, green and blue in 0 .. 255.
struct Channel {
    float offset;
    std::array<float, 3> parts;

    char of(const std::uint8_t* pixel) const {
        const float value = offset + parts[0] * static_cast<float>(pixel[0]) +
                            parts[1] * static_cast<float>(pixel[1]) + parts[2] * static_cast<float>(pixel[2]);
        return static_cast<char>(static_cast<std::uint8_t>(std::lround(value)));
    }
};

// Weights of the luma; black is at 16 and white at 235, and colours lie within 112 of 128.
constexpr float kRed = 0.299f;
constexpr float kGreen = 0.587f;
constexpr float kBlue = 0.114f;
constexpr float kLuma = 219.0f / 255.0f;
constexpr float kChroma = 112.0f / 255.0f;

constexpr std::array<Channel, 3> kChannels = [] {
    constexpr float fromBlue = kChroma / (1.0f - kBlue);
    constexpr float fromRed = kChroma / (1.0f - kRed);
    return std::array{Channel{16.0f, {kLuma * kRed, kLuma * kGreen, kLuma * kBlue}},
                      Channel{128.0f, {-fromBlue * kRed, -fromBlue * kGreen, kChroma}},
                      Channel{128.0f, {kChroma, -fromRed * kGreen, -fromRed * kBlue}}};
}();

class Y4mSink final : public FrameSink {
public:
    Y4mSink(std::filesystem::path path, AtomicFile file, const Film& film)
        : m_path(std::move(path)), m_file(std::move(file)), m_film(film) {}

    Outcome write(const Image& image, const std::string& /*scene*/) override {
        m_frame.clear();
        if (std::exchange(m_isFirst, false)) {
            m_frame = y4mHeader({image.width, image.height}, m_film.rate);
        }
        m_frame += kFrameLine;
        for (const Channel& channel : kChannels) {
            for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
                m_frame += channel.of(&image.rgba[at]);
            }
        }
        return m_file.write(m_frame);
    }

    Outcome finish(const std::string& /*scene*/) override { return m_file.commit(); }

    std::filesystem::path path() const override { return m_path; }

private:
    std::filesystem::path m_path;
    AtomicFile m_file;
    Film m_film;
    std::string m_frame;
    bool m_isFirst = true;
};

}  // namespace

Result<std::unique_ptr<FrameSink>> openY4m(const std::filesystem::path& path, const Recording& recording) {
    auto file = AtomicFile::open(path, Overwrite::anything());
    if (!file) {
        return file.problem();
    }
    return std::unique_ptr<FrameSink>(std::make_unique<Y4mSink>(path, std::move(*file), recording.film));
}

std::string y4mHeader(const ImageSize& size, const FrameRate& rate) {
    return fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C444 XCOLORRANGE=LIMITED\n", size.width, size.height,
                       rate.pictures, rate.seconds);
}

std::size_t y4mFrameBytes(const ImageSize& size) {
    return kFrameLine.size() +
           kChannels.size() * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
}

Image imageFromY4m(std::string_view frame, const ImageSize& size) {
    Image image(size.width, size.height);
    const std::size_t pixels = image.rgba.size() / 4;
    frame.remove_prefix(kFrameLine.size());
    const auto channel = [&](std::size_t index, std::size_t pixel) {
        const auto byte = static_cast<std::uint8_t>(frame[index * pixels + pixel]);
        return static_cast<float>(byte) - kChannels[index].offset;
    };
    const auto byteOf = [](float value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f)));
    };
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const float luma = channel(0, pixel) / kLuma;
        const float blue = luma + channel(1, pixel) * (1.0f - kBlue) / kChroma;
        const float red = luma + channel(2, pixel) * (1.0f - kRed) / kChroma;
        std::uint8_t* const to = &image.rgba[4 * pixel];
        to[0] = byteOf(red);
        to[1] = byteOf((luma - kRed * red - kBlue * blue) / kGreen);
        to[2] = byteOf(blue);
        to[3] = 255;
    }
    return image;
}

}  // namespace shoal
