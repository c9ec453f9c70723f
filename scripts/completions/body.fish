# fish completion for genctl. Made from the command table by npm run generate; not edited by hand.

# The words of the line so far that are neither flags nor values of global flags, without genctl itself.
function __genctl_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    for word in $words
        if test $skip -eq 1
            set skip 0
        else if contains -- $word @GLOBALS_WITH_VALUE@
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

# Whether the line names one of these commands; a group's second word may be one of its subcommands.
function __genctl_at
    set -l words (__genctl_words)
    set -l path "$words[1]"
    if set -q words[2]; and contains -- "$words[1] $words[2]" @SUBCOMMANDS@
        set path "$words[1] $words[2]"
    end
    contains -- "$path" $argv
end

# Whether so many words stand on the line.
function __genctl_has
    set -l words (__genctl_words)
    test (count $words) -eq $argv[1]
end

# What genctl finds of a kind, with what each is.
function __genctl_ask
    set -l line (commandline -opc)
    set -l typed (string replace -r -- '^--[\w-]+=' '' (commandline -ct))
    $line[1] __complete $argv[1] "$typed" $line[2..-1] 2>/dev/null
end

# A text may be @file.
function __genctl_text
    set -l typed (string replace -r -- '^--[\w-]+=' '' (commandline -ct))
    string match -q -- '@*' $typed; or return
    for file in (__fish_complete_path (string sub -s 2 -- $typed))
        echo "@$file"
    end
end

complete -c genctl -e
complete -c genctl -f
@COMPLETES@
