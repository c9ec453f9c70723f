# fish completion for genctl, from 3.0 on: at each TAB genctl says what fits.

function __genctl
    set -l program (commandline -opc)[1]
    set -l typed (commandline -ct)
    set -l joined (string match -r -- '^-[^=]*=' $typed)
    set -l path (string replace -r -- '^-[^=]*=' '' $typed)
    for row in ($program __complete (string join ' ' -- (commandline -cp)) 2>/dev/null)
        switch $row
            case :files
                __fish_complete_path $path | string replace -r -- '^' "$joined"
            case :folders
                __fish_complete_directories $path | string replace -r -- '^' "$joined"
            case :text
                __fish_complete_path (string sub -s 2 -- $path) | string replace -r -- '^' "$joined@"
            case '*'
                echo $row
        end
    end
end

complete -c genctl -e
complete -c genctl -f -k -a '(__genctl)'
