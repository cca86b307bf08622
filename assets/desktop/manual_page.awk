# Turns the output of `shoal --help` or `shoal COMMAND --help` into a manual page.
#   awk -f manual_page.awk -v name=shoal-render -v title='…' -v version=0.2.0 -v date=2026-11-20 -v pages='shoal …' -v manual=FOLDER

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/~/, "\\(ti", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

function add(line) { body[section] = body[section] line "\n" }

# "  name   text" starts an entry of a list; deeper lines go on with its text.
function add_entry(line,    split_at, text) {
    sub(/^  /, "", line)
    split_at = match(line, /   *[^ ]/)
    text = split_at ? substr(line, split_at) : ""
    sub(/^ */, "", text)
    add(".TP\n.B " roff(split_at ? substr(line, 1, split_at - 1) : line))
    in_list = 0
    if (text != "") add_text(text)
}

# A line of an entry's text. After one that ends in a colon, each starts an item, and deeper ones go on with it.
function add_text(text, is_deeper) {
    add((in_list && !is_deeper ? ".br\n" : "") roff(text))
    if (text ~ /:$/) in_list = 1
}

function start(heading) { section = heading; state = "text"; is_verbatim = 0 }

function end_block() {
    if (is_verbatim) add(".fi\n.RE")
    is_verbatim = 0
}

BEGIN {
    text_column = 24  # kTextColumn of help_text.cpp
    start("DESCRIPTION")
}

/^Usage:/ || /^  or: / {
    sub(/^(Usage:|  or:) */, "")
    body["SYNOPSIS"] = body["SYNOPSIS"] (body["SYNOPSIS"] == "" ? "" : ".br\n") roff($0) "\n"
    next
}

tolower($0) == tolower(title) { next }  # the page's first line says it

/^(Arguments|Commands|Options|Examples|Exit status|Files|Environment):$/ {
    end_block()
    heading = toupper(substr($0, 1, length($0) - 1))
    start(heading == "ARGUMENTS" ? "OPTIONS" : heading)
    state = "entries"
    if (heading == "EXAMPLES") { add(".nf"); state = "examples" }
    next
}

/^$/ {
    end_block()
    if (state != "text") start("DESCRIPTION")
    is_new = 1
    next
}

state == "examples" { sub(/^  /, ""); add(roff($0)); next }

state == "entries" && /^  [^ ]/ { add_entry($0); next }
state == "entries" {
    indent = match($0, /[^ ]/) - 1
    add_text(substr($0, indent + 1), indent > text_column)
    next
}

# Indented lines within the text: a list of names, or lines to copy.
/^  [^ ]/ && !is_verbatim && (/ # / || /^  \[/) { add(".PP\n.RS\n.nf"); is_verbatim = 1 }
is_verbatim && /^ / { sub(/^  /, ""); add(roff($0)); next }
/^  [^ ]/ { add_entry($0); is_new = 1; next }
/^   / { sub(/^ */, ""); add(roff($0)); next }

{
    end_block()
    if (is_new) add(".PP")
    is_new = 0
    add(roff($0))
}

END {
    end_block()
    printf ".TH %s 1 %s \"Shoal %s\" Shoal\n.SH NAME\n%s \\- %s\n", toupper(name), date, version, roff(name), title
    count = split("SYNOPSIS DESCRIPTION COMMANDS OPTIONS EXIT_STATUS FILES ENVIRONMENT EXAMPLES", order, " ")
    for (k = 1; k <= count; ++k) {
        sub(/_/, " ", order[k])
        if (body[order[k]] == "") continue
        printf ".SH %s\n%s", order[k], body[order[k]]
        if (order[k] == "EXAMPLES") print ".fi"
    }
    print ".SH SEE ALSO"
    count = split(pages, page, " ")
    for (k = 1; k <= count; ++k)
        if (page[k] != name) printf ".BR %s (1)%s\n", roff(page[k]), (k < last(count) ? "," : "")
    print ".PP\nThe manual is in\n.IR \"" roff(manual) "\" .\nThe viewer opens it from its help (F1)."
}

# The number of the last page named.
function last(count) { return page[count] == name ? count - 1 : count }
