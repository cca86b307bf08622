#include <algorithm>

#include <fmt/format.h>

#include "commands/cli/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kListFooter = R"(
Examples:
  shoal list presets
  shoal list rules --json
  shoal list keys reef
  shoal list rules --plugin ./mean_heading.so

A preset of yours that cannot be read is named on standard error, and the exit
status is then 4.)";

std::string subjectNames() {
    std::string names;
    for (const ListSubject& each : kListSubjects) {
        names += fmt::format("{}{}",
                             names.empty()                            ? ""
                             : each.name == kListSubjects.back().name ? " or "
                                                                      : ", ",
                             each.name);
    }
    return names;
}

}  // namespace

std::string listSubjectsText() {
    std::string text;
    for (const ListSubject& each : kListSubjects) {
        text += fmt::format("  {:<22}{}\n", each.name, each.help);
    }
    return text;
}

void addList(CLI::App& root, ListOptions& options) {
    CLI::App& app = addCommand(root, "list", "List presets, rules, tunables or targets",
                               ("Subjects:\n" + listSubjectsText() + kListFooter).c_str());
    app.add_option_function<std::string>(
           "SUBJECT",
           [&options](const std::string& text) {
               const auto* const found =
                   std::ranges::find(kListSubjects, std::string_view(text), &ListSubject::name);
               if (found == kListSubjects.end()) {
                   refuse(fmt::format("shoal list knows {}, not \"{}\"", subjectNames(), text));
               }
               options.subject = found->subject;
           },
           "What to list; without it, Shoal prints the subjects")
        ->type_name("");
    mayBeStandardInput(
        app.add_option("PRESET", options.preset, "Preset whose keys and values to list; default: reef"));
    addPlugins(app, options.plugins);
    app.add_flag("--json", options.isJson, "Print JSON");
}

}  // namespace shoal
