// Cleaning text from files before it is shown.

#include "sim/text/printable_text.hpp"

#include "ui/overlay/messages.hpp"

namespace shoal::test {

TEST_CASE("printable text keeps letters of every script, and newlines", "[ui][text]") {
    for (const char* text : {"", "reef", "Großer Schwarm – 鱼群 \U0001F41F", "two\nlines"}) {
        CHECK(printableText(text) == text);
    }
}

TEST_CASE("printable text contains nothing that controls a terminal or disguises a name", "[ui][text]") {
    CHECK(printableText("a\x1b[31mb\x07") == "a?[31mb?");
    CHECK(printableText(std::string("a\0b\x7f", 4)) == "a?b?");
    CHECK(printableText("a\tb\rc") == "a b c");
    CHECK(printableText("\xc2\x9b"
                        "31m") == "?31m");                // C1: a CSI in one character
    CHECK(printableText("gpj.\u202eexe") == "gpj.?exe");  // right-to-left override
    CHECK(printableText("\u2066\u2069\u200f\u2028") == "????");
}

TEST_CASE("printable text replaces each byte that is not UTF-8", "[ui][text]") {
    CHECK(printableText("a\xff\xfe") == "a??");
    CHECK(printableText("\xe9t\xe9") == "?t?");          // Latin-1
    CHECK(printableText("\xc0\x9b") == "??");            // ESC in two bytes
    CHECK(printableText("\xe0\x80\x9b") == "???");       // and in three
    CHECK(printableText("\xed\xa0\x80") == "???");       // a surrogate
    CHECK(printableText("\xf4\x90\x80\x80") == "????");  // beyond the last code point
    CHECK(printableText("\xe9\xb1") == "??");            // truncated
    CHECK(printableText("\xf0\x9f\x90") == "???");
}

TEST_CASE("printable text that is too long is shortened in the middle", "[ui][text]") {
    CHECK(printableText("0123456789", 10) == "0123456789");
    CHECK(printableText("0123456789abcdef", 11) == "012 ... def");
    CHECK(printableText("鱼鱼鱼鱼鱼鱼", 13) == "鱼 ... 鱼");
    CHECK(printableText(std::string(1 << 20, '\x1b'), 100).size() <= 100);
}

TEST_CASE("messages show printable text", "[ui][text]") {
    Messages messages;
    messages.post("Saved a\x1b[2Jb\n3 pictures");
    CHECK(messages.latest() == "Saved a?[2Jb\n3 pictures");
}

}  // namespace shoal::test
