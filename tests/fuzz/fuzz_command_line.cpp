// Any lines as the arguments of a command line: refused with a message, or parsed into a command.
#include <string>
#include <vector>

#include "checks.hpp"
#include "commands/cli/command_line.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    std::vector<std::string> words{"shoal"};
    std::string_view text = textOf(bytes, count);
    while (!text.empty() && words.size() < 50) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        words.emplace_back(text.substr(0, std::min(end, text.find('\0'))));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::vector<const char*> pointers;
    for (const std::string& word : words) {
        pointers.push_back(word.c_str());
    }
    const auto parsed = parseCommandLine(static_cast<int>(pointers.size()), pointers.data());
    if (const auto* reply = std::get_if<Reply>(&parsed)) {
        require(!reply->text.empty(), "refused without a word");
    }
    return 0;
}
