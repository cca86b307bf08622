#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

/// Runs `shoal simulate` with these arguments, in the scratch folder.
ProgramResult simulate(const ScratchFolder& scratch, std::vector<std::string> arguments);

/// The same with --json: its report. Fails the test when the run fails.
nlohmann::json simulateJson(const ScratchFolder& scratch, std::vector<std::string> arguments);

/// Its cells row by row, the header too; none may hold a comma.
std::vector<std::vector<std::string>> readCsv(const std::filesystem::path& file);

}  // namespace shoal::test
