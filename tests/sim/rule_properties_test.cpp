// The properties hold for every rule that is built in; tests/install checks them for a rule from outside.
#include "sim/rule_properties.hpp"
