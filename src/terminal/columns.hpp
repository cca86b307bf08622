#pragma once

#include <string>
#include <vector>

namespace shoal {

/// Formats rows in columns, each as wide as its widest cell, without trailing spaces.
std::string columnsText(const std::vector<std::vector<std::string>>& rows);

}  // namespace shoal
