# Completion of shoal's command line for bash. The program itself lists the candidates.
_shoal() {
    local word candidate
    # Bash ends a word at "=", which keys contain.
    local line=${COMP_LINE:0:COMP_POINT}
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=${words[-1]}
    COMPREPLY=()
    while IFS= read -r candidate; do
        candidate=${candidate%%$'\t'*}
        [[ $word == *=* ]] && candidate=${candidate#"${word%=*}="}
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" --complete "${words[@]:1}" 2> /dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -o nosort -F _shoal shoal
