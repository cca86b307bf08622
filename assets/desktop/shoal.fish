# Completion of shoal's command line for fish. The program itself lists the candidates.
function __shoal_complete
    set -l words (commandline -opc) (commandline -ct)
    shoal --complete $words[2..-1] 2>/dev/null
end
complete -c shoal -a '(__shoal_complete)'
