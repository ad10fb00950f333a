# Completion of mha-tutor for fish: the program says what may follow.
function __mha_tutor
    set -l words (commandline -opc) (commandline -ct)
    for line in (mha-tutor --complete $words[2..-1] 2>/dev/null)
        if not string match -q ':files*' -- $line
            echo $line
        else if test "$line" = ':files /'
            __fish_complete_directories (commandline -ct)
        else
            for path in (__fish_complete_path (commandline -ct))
                for ending in (string split ' ' -- (string replace ':files ' '' -- $line)) /
                    string match -q -- "*$ending" (string split \t -- $path)[1]; and echo $path; and break
                end
            end
        end
    end
end
complete -c mha-tutor -f -a '(__mha_tutor)'
