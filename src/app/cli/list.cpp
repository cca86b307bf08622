#include <utility>

#include "app/cli/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kListFooter = R"(Examples:
  shoal list presets
  shoal list rules --json
  shoal list keys reef
  shoal list rules --plugin ./mean_heading.so
  shoal list gpus

A preset of yours that cannot be read is named on standard error, and the exit status is then 4.)";

}  // namespace

void addList(CLI::App& root, ListOptions& options) {
    CLI::App& app =
        addCommand(root, "list", "List presets, rules, tunables or graphics devices", kListFooter);
    app.add_option_function<std::string>(
           "SUBJECT",
           [&options](const std::string& text) {
               using Subject = ListOptions::Subject;
               static constexpr std::pair<const char*, Subject> kSubjects[] = {{"presets", Subject::presets},
                                                                               {"rules", Subject::rules},
                                                                               {"keys", Subject::keys},
                                                                               {"gpus", Subject::gpus}};
               for (const auto& [name, subject] : kSubjects) {
                   if (text == name) {
                       options.subject = subject;
                       return;
                   }
               }
               refuse("shoal list knows presets, rules, keys and gpus, not \"" + text + "\"");
           },
           "presets, rules, keys (what --set can change) or gpus (what --gpu can choose)")
        ->required();
    app.add_option("PRESET", options.preset, "Preset whose keys and values to list")
        ->option_text("(default: reef)");
    addPlugins(app, options.plugins);
    app.add_flag("--json", options.isJson, "Print JSON");
}

}  // namespace shoal
