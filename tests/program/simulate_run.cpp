#include "program/simulate_run.hpp"

#include <sstream>
#include <utility>

#include "catch.hpp"

namespace shoal::test {

ProgramResult simulate(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "simulate");
    return runShoal(scratch, std::move(arguments));
}

nlohmann::json simulateJson(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const ProgramResult result = simulate(scratch, std::move(arguments));
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out);
}

std::vector<std::vector<std::string>> readCsv(const std::filesystem::path& file) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(readText(file));
    for (std::string line; std::getline(text, line);) {
        std::vector<std::string>& row = rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) {
            row.push_back(cell);
        }
    }
    return rows;
}

}  // namespace shoal::test
