#include "viewer/film/take_rows.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "viewer/panel/menu_rows.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxListedTakes = 12;

}  // namespace

void buildTakeRows(PanelFrame& frame, const TakesInput& takes) {
    const WidgetContext& context = frame.context;
    actionRow(
        frame, "rewind",
        {.key = "button.rewind",
         .label = takes.isRewound ? "Back to live###rewind" : "Go back in time###rewind",
         .hint = "Shows any moment of the last five minutes again; change a slider there, and the flock "
                 "goes another way",
         .isPossible = takes.isRewound || (!takes.isPlaying && !takes.recorded && takes.kept > 0.0)});
    const bool isRecording = takes.recorded.has_value();
    actionRow(frame, "keep_take",
              {.key = "button.keep_take",
               .label = fmt::format("Keep the last {} as a take###keep", clockText(takes.kept)),
               .hint = "Play is always logged; a take replays and films it later, bit for bit",
               .isPossible = (takes.isRewound || !takes.isPlaying) && takes.kept > 0.0});
    actionRow(frame, "record_take",
              {.key = "button.take",
               .label = isRecording ? fmt::format("Stop the take ({})###take", clockText(*takes.recorded))
                                    : "Record a take###take",
               .hint = takes.isPlaying ? "A take is being played; go live first"
                                       : "Records everything you do, to replay and film it later",
               .isPossible = !takes.isPlaying});
    for (std::size_t index = 0; index < takes.saved.size() && index < kMaxListedTakes; ++index) {
        const std::string& name = takes.saved[index];
        if (menuRow(context, {.key = ("take." + name).c_str(),
                              .label = fmt::format("{}##take{}", name, index),
                              .hint = "Play it; {film} then films it"})) {
            frame.commands.push_back(Run{"open_take", {.number = static_cast<double>(index)}});
        }
    }
}

}  // namespace shoal
