#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

/// Runs `shoal simulate` with these arguments in the scratch folder.
ProgramResult simulate(const ScratchFolder& scratch, std::vector<std::string> arguments);

/// Runs `shoal simulate --json` and returns its report; fails the test if the run fails.
nlohmann::json simulateJson(const ScratchFolder& scratch, std::vector<std::string> arguments);

/// Reads the cells of a CSV file row by row, header included; no cell may hold a comma.
std::vector<std::vector<std::string>> readCsv(const std::filesystem::path& file);

}  // namespace shoal::test
