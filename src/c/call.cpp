#include "c/call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace shoal::c {

shoal_status fail(shoal_error* error, shoal_status status, std::string_view text) noexcept {
    if (error != nullptr) {
        std::size_t length = std::min<std::size_t>(text.size(), SHOAL_ERROR_TEXT - 1);
        // A cut must not leave part of a UTF-8 character, whose later bytes are 10xxxxxx.
        while (length > 0 && length < text.size() &&
               (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u) {
            --length;
        }
        error->status = status;
        std::copy_n(text.data(), length, error->text);
        error->text[length] = '\0';
    }
    return status;
}

char* copied(std::string_view text) {
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) {
        throw std::bad_alloc();
    }
    std::copy(text.begin(), text.end(), copy);
    copy[text.size()] = '\0';
    return copy;
}

}  // namespace shoal::c

using namespace shoal::c;

int shoal_c_version(void) {
    return SHOAL_C_VERSION;
}

const char* shoal_version(void) {
    return SHOAL_VERSION;
}

void shoal_text_free(char* text) {
    std::free(text);
}
