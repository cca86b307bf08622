// The text inside a PNG, in every form that programs write.

#include <string_view>
#include <utility>

#include "capture/film_tools.hpp"
#include "capture/format/deflate.hpp"
#include "capture/picture/png.hpp"
#include "capture/picture/png_text.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

using namespace test;

std::string pngChunk(const std::string& name, const std::string& data) {
    const auto number = [](std::uint32_t value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes += static_cast<char>(value >> shift & 0xff);
        }
        return bytes;
    };
    return number(static_cast<std::uint32_t>(data.size())) + name + data + number(crc32Of(name + data));
}

/// A chunk with a text as other programs write it: name, and data after the keyword and its zero.
struct TextChunk {
    std::string chunk;
    std::string before;  ///< the text
    bool isCompressed;
};

const std::vector<TextChunk> kForms{
    {"tEXt", "", false},
    {"zTXt", std::string("\0", 1), true},
    {"iTXt", std::string("\0\0\0\0", 4), false},
    {"iTXt", std::string("\1\0\0\0", 4), true},
    {"iTXt", std::string("\0\0en\0\0", 6), false},
    {"iTXt", std::string("\1\0de-AT\0Szene f\xC3\xBCr Shoal\0", 25), true},
    {"iTXt", std::string("\0\0\0Szene\0", 9), false},
};

std::string chunkWith(const TextChunk& form, const std::string& text) {
    const std::string stored = form.isCompressed ? deflated(text) : text;
    return pngChunk(form.chunk, std::string("shoal-scene\0", 12) + form.before + stored);
}

/// A small picture without text, as bytes.
std::string plainPng() {
    const ScratchFolder folder;
    REQUIRE(writePng(folder.path() / "plain.png", gradient(8, 8)));
    return bytesOf(folder.path() / "plain.png");
}

/// Where chunks may stand: after the first, before the pixels, and before the end.
std::vector<std::size_t> placesIn(const std::string& png) {
    const std::size_t pixels = png.find("IDAT") - 4;
    return {33, pixels, png.size() - 12};
}

Result<std::optional<std::string>> textOf(const std::string& png) {
    std::istringstream stream(png);
    return readPngText(stream, "a.png");
}

}  // namespace

TEST_CASE("a PNG's text is read in every legal form, wherever it stands", "[capture][png][scene]") {
    const std::string plain = plainPng();
    const std::string other = pngChunk("tEXt", std::string("Software\0convert", 16));
    for (const std::string text :
         {"", "take = 2\n", "name = \"S\xC3\xBC\xC3\x9F \xE9\xB1\xBC \xF0\x9F\x90\x9F\"\n\\'"}) {
        for (const TextChunk& form : kForms) {
            for (const std::size_t place : placesIn(plain)) {
                CAPTURE(text, form.chunk, form.before, form.isCompressed, place);
                std::string png = plain;
                png.insert(place, other + chunkWith(form, text) + other);
                const auto read = textOf(png);
                REQUIRE(read);
                CHECK(*read == text);
            }
        }
    }
}

TEST_CASE("text that a program stored as Latin-1, as the standard asks, is read too",
          "[capture][png][scene]") {
    std::string png = plainPng();
    for (const TextChunk& form : {kForms[0], kForms[1]}) {
        png = plainPng();
        png.insert(33, chunkWith(form, "title = \"S\xFC\xDF\"\n"));
        const auto read = textOf(png);
        REQUIRE(read);
        CHECK(*read == "title = \"S\xC3\xBC\xC3\x9F\"\n");
    }
}

TEST_CASE("a damaged text in any form is refused and never misread", "[capture][png][scene]") {
    const std::string plain = plainPng();
    const std::string text = "take = 2\nname = \"reef\"\n";
    for (const TextChunk& form : kForms) {
        CAPTURE(form.chunk, form.before, form.isCompressed);
        const auto refused = [&](const std::string& data) {
            std::string png = plain;
            png.insert(33, pngChunk(form.chunk, std::string("shoal-scene\0", 12) + data));
            const auto read = textOf(png);
            REQUIRE_FALSE(read);
            CHECK_THAT(read.problem().text, contains("a.png: is not a PNG, or is damaged"));
        };
        if (form.chunk != "tEXt") {
            std::string unknown = form.before;
            unknown[form.chunk == "iTXt" ? 1 : 0] = '\7';  // no known compression
            refused(unknown + deflated(text));
            refused("");
        }
        if (form.chunk == "iTXt") {
            refused(form.before.substr(0, 2) + "never ends");
        }
        if (form.isCompressed) {
            refused(form.before + deflated(text).substr(0, 9));
            refused(form.before + "no deflate");
        }
        // A bit that changed on the way.
        std::string png = plain;
        png.insert(33, chunkWith(form, text));
        png[33 + 8 + 12 + form.before.size()] = static_cast<char>(png[33 + 8 + 12 + form.before.size()] ^ 1);
        CHECK_FALSE(textOf(png));
    }
}

TEST_CASE("a picture's text is written in the form that most programs keep", "[capture][png][scene]") {
    const ScratchFolder folder;
    REQUIRE(writePng(folder.path() / "a.png", gradient(8, 8), "take = 2\n"));
    const std::string png = bytesOf(folder.path() / "a.png");
    const std::size_t chunk = png.find("zTXtshoal-scene");
    REQUIRE(chunk != std::string::npos);
    CHECK(chunk < png.find("IDAT"));
    CHECK(png.find("iTXt") == std::string::npos);
}

}  // namespace shoal
