# fish completion for genctl. Made from the command table by npm run generate; not edited by hand.

# The words of the line so far that are neither flags nor values of global flags, without genctl itself.
function __genctl_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    for word in $words
        if test $skip -eq 1
            set skip 0
        else if contains -- $word --profile --base-url --color
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
    if set -q words[2]; and contains -- "$words[1] $words[2]" 'jobs prune' 'auth login' 'auth list' 'auth use' 'auth set' 'auth status' 'auth logout' 'config list' 'config get' 'config set' 'config unset' 'config path' 'sandbox serve' 'sandbox reset' 'sandbox info' 'queue status' 'queue pause' 'queue resume' 'queue limit' 'queue retry' 'queue drain'
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
complete -c genctl -l profile -x -k -a '(__genctl_ask profile)' -d 'the account to use, with its base URL and key'
complete -c genctl -l sandbox -d 'use the embedded service, as --profile sandbox does'
complete -c genctl -l base-url -x -d 'use this base URL instead of the profile’s'
complete -c genctl -l json -d 'print one JSON document on stdout, or one line of JSON on stderr if it fails'
complete -c genctl -s q -l quiet -d 'print only ids (after a download, paths), one a line, and errors'
complete -c genctl -s v -l verbose -d 'show each request on stderr, without secrets'
complete -c genctl -l color -x -a 'auto always never' -d 'when to color text'
complete -c genctl -l no-input -d 'never ask anything'
complete -c genctl -s y -l yes -d 'answer yes to every question'
complete -c genctl -s V -l version -d 'print the version'
complete -c genctl -s h -l help -d 'display help for command'

# genctl
complete -c genctl -n '__genctl_at \'\'' -a 'submit' -d 'submit an image or video job; -w or -D follows it'
complete -c genctl -n '__genctl_at \'\'' -a 'status' -d 'print the current state of jobs, without waiting'
complete -c genctl -n '__genctl_at \'\'' -a 'wait' -d 'wait until jobs end; the exit code says how they ended'
complete -c genctl -n '__genctl_at \'\'' -a 'cancel' -d 'cancel unfinished jobs, which are then not charged'
complete -c genctl -n '__genctl_at \'\'' -a 'models' -d 'list the models, or show what one takes'
complete -c genctl -n '__genctl_at \'\'' -a 'draft' -d 'render a 480p draft, or several takes of it'
complete -c genctl -n '__genctl_at \'\'' -a 'finalize' -d 'make the 1080p final of a draft'
complete -c genctl -n '__genctl_at \'\'' -a 'refs' -d 'like submit, but the service prepares the references first'
complete -c genctl -n '__genctl_at \'\'' -a 'download' -d 'download the files of finished jobs'
complete -c genctl -n '__genctl_at \'\'' -a 'sync' -d 'download every finished file that is not here yet'
complete -c genctl -n '__genctl_at \'\'' -a 'jobs' -d 'list the jobs of this machine, newest first'
complete -c genctl -n '__genctl_at \'\'' -a 'gallery' -d 'write an HTML page to compare takes and finals'
complete -c genctl -n '__genctl_at \'\'' -a 'batch' -d 'render many shots from a file, JSONL or CSV'
complete -c genctl -n '__genctl_at \'\'' -a 'rerun' -d 'submit an earlier request again, changed by flags'
complete -c genctl -n '__genctl_at \'\'' -a 'compose' -d 'answer questions to build a request; genctl alone starts it'
complete -c genctl -n '__genctl_at \'\'' -a 'costs' -d 'add up what was charged: by day, model, profile or batch'
complete -c genctl -n '__genctl_at \'\'' -a 'show' -d 'print the request, state, charge and files of jobs; --diff, --open'
complete -c genctl -n '__genctl_at \'\'' -a 'doctor' -d 'check this machine, account and service; suggest fixes'
complete -c genctl -n '__genctl_at \'\'' -a 'auth' -d 'accounts: login, list, use, set, status, logout'
complete -c genctl -n '__genctl_at \'\'' -a 'config' -d 'settings: list, get, set, unset, path'
complete -c genctl -n '__genctl_at \'\'' -a 'sandbox' -d 'the embedded service: serve, reset, info'
complete -c genctl -n '__genctl_at \'\'' -a 'help' -d 'help on a command, or on exit-codes, environment, json, routes'
complete -c genctl -n '__genctl_at \'\'' -a 'worker' -d 'render lines of batches from a queue'
complete -c genctl -n '__genctl_at \'\'' -a 'queue' -d 'the queue of an account: status, pause, resume, limit, retry, drain'
complete -c genctl -n '__genctl_at \'\'' -a 'recover' -d 'settle submits whose answer never arrived'
complete -c genctl -n '__genctl_at \'\'' -a 'api' -d 'GET a path of the service with the account’s key'
complete -c genctl -n '__genctl_at \'\'' -a 'upload' -d 'upload files, and print their links'
complete -c genctl -n '__genctl_at \'\'' -a 'completion' -d 'print the completion script of a shell: bash, zsh, fish'

# genctl submit
complete -c genctl -n '__genctl_at \'submit\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'submit\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'submit\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'submit\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'submit\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'submit\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'submit\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'submit\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'submit\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'submit\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'submit\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'submit\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'submit\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'submit\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'submit\'' -l count -x -d 'number of outputs'
complete -c genctl -n '__genctl_at \'submit\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'submit\'' -l prompt-enhance -x -a 'off basic full' -d 'have the service rewrite the prompt first'
complete -c genctl -n '__genctl_at \'submit\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'submit\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'submit\'' -l body -x -a '(__genctl_text)' -d 'the whole body: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'submit\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'submit\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'submit\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'submit\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'submit\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'submit\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'submit\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'submit\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'submit\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'submit\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'submit\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'submit\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'submit\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'submit\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'submit\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'submit\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'submit\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'submit\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'submit\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'submit\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'submit\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'submit\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'submit\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'submit\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'submit\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'submit\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'submit\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'submit\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'submit\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'submit\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'submit\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'submit\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'submit\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'submit\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'submit\'' -l takes -x -d 'submit it n times, each with its own seed'
complete -c genctl -n '__genctl_at \'submit\'' -l vary -x -d 'submit it once for each value: model=a,b, seed=1..8, set.NAME=…; several flags multiply'
complete -c genctl -n '__genctl_at \'submit\'' -l api -x -a 'v1 v2' -d 'v2 unless the model is a spicy/ id'
complete -c genctl -n '__genctl_at \'submit\'' -l route -x -a 'tasks images spicy' -d 'the v1 route; implies --api v1'
complete -c genctl -n '__genctl_at \'submit\'' -l sync -d 'wait for v1 images in one answer; implies --route images'
complete -c genctl -n '__genctl_at \'submit\'' -a '(__genctl_text)'

# genctl status
complete -c genctl -n '__genctl_at \'status\'' -l exit-status -d 'exit with the code of the outcome'
complete -c genctl -n '__genctl_at \'status\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'status\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'status\'' -k -a '(__genctl_ask job)'

# genctl wait
complete -c genctl -n '__genctl_at \'wait\'' -l all -d 'wait for every unfinished job of this machine; with --profile, of that account'
complete -c genctl -n '__genctl_at \'wait\'' -l any -d 'stop at the first job that ends'
complete -c genctl -n '__genctl_at \'wait\'' -l download -d 'download the files as each job ends'
complete -c genctl -n '__genctl_at \'wait\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'wait\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'wait\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'wait\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'wait\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'wait\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'wait\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'wait\'' -l strict -d 'with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'wait\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'wait\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'wait\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'wait\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'wait\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'wait\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'wait\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'wait\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'wait\'' -k -a '(__genctl_ask unfinished-job)'

# genctl cancel
complete -c genctl -n '__genctl_at \'cancel\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'cancel\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'cancel\'' -k -a '(__genctl_ask unfinished-job)'

# genctl models
complete -c genctl -n '__genctl_at \'models\'' -l media -x -a 'image video' -d 'list only models that make these'
complete -c genctl -n '__genctl_at \'models\'' -l refresh -d 'ask the service for a new list'
complete -c genctl -n '__genctl_at \'models\'' -l header -d 'in a pipe, name the columns in a first row'
complete -c genctl -n '__genctl_at \'models\'' -l schema -d 'print the input_schema of the model'
complete -c genctl -n '__genctl_at \'models\'' -l skeleton -d 'print a minimal input to fill in, for genctl submit --input'
complete -c genctl -n '__genctl_at \'models\'' -k -a '(__genctl_ask model)'

# genctl draft
complete -c genctl -n '__genctl_at \'draft\'' -l takes -x -d 'render n drafts, each with its own seed'
complete -c genctl -n '__genctl_at \'draft\'' -l pick -d 'once the takes are here, ask which to finalize, and make their finals if you accept the cost; implies --download'
complete -c genctl -n '__genctl_at \'draft\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'draft\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'draft\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'draft\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'draft\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'draft\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'draft\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'draft\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'draft\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'draft\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'draft\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'draft\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'draft\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'draft\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'draft\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'draft\'' -l prompt-enhance -x -a 'off basic full' -d 'have the service rewrite the prompt first'
complete -c genctl -n '__genctl_at \'draft\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'draft\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'draft\'' -l body -x -a '(__genctl_text)' -d 'the whole body: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'draft\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'draft\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'draft\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'draft\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'draft\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'draft\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'draft\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'draft\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'draft\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'draft\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'draft\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'draft\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'draft\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'draft\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'draft\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'draft\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'draft\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'draft\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'draft\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'draft\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'draft\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'draft\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'draft\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'draft\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'draft\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'draft\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'draft\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'draft\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'draft\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'draft\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'draft\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'draft\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'draft\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'draft\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'draft\'' -l api -x -a 'v1 v2' -d 'v2 unless the model is a spicy/ id'
complete -c genctl -n '__genctl_at \'draft\'' -l route -x -a 'tasks images spicy' -d 'the v1 route; implies --api v1'
complete -c genctl -n '__genctl_at \'draft\'' -a '(__genctl_text)'

# genctl finalize
complete -c genctl -n '__genctl_at \'finalize\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'finalize\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'finalize\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'finalize\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'finalize\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'finalize\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'finalize\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'finalize\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'finalize\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'finalize\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'finalize\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'finalize\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'finalize\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'finalize\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'finalize\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'finalize\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'finalize\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'finalize\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'finalize\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'finalize\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'finalize\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'finalize\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'finalize\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'finalize\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'finalize\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'finalize\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'finalize\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'finalize\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'finalize\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'finalize\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'finalize\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'finalize\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'finalize\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'finalize\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'finalize\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'finalize\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'finalize\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'finalize\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'finalize\'' -k -a '(__genctl_ask draft)'

# genctl refs
complete -c genctl -n '__genctl_at \'refs\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'refs\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'refs\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'refs\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'refs\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'refs\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'refs\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'refs\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'refs\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'refs\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'refs\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'refs\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'refs\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'refs\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'refs\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'refs\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'refs\'' -l body -x -a '(__genctl_text)' -d 'the whole body: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'refs\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'refs\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'refs\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'refs\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'refs\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'refs\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'refs\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'refs\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'refs\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'refs\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'refs\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'refs\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'refs\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'refs\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'refs\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'refs\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'refs\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'refs\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'refs\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'refs\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'refs\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'refs\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'refs\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'refs\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'refs\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'refs\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'refs\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'refs\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'refs\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'refs\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'refs\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'refs\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'refs\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'refs\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'refs\'' -a '(__genctl_text)'

# genctl download
complete -c genctl -n '__genctl_at \'download\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX'
complete -c genctl -n '__genctl_at \'download\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'download\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'download\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'download\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'download\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'download\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'download\'' -l strict -d 'with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'download\'' -l preview -d 'show a frame of each file on the terminal'
complete -c genctl -n '__genctl_at \'download\'' -l open -d 'open each file with the program of the desktop'
complete -c genctl -n '__genctl_at \'download\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'download\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'download\'' -k -a '(__genctl_ask job)'

# genctl sync
complete -c genctl -n '__genctl_at \'sync\'' -l limit -x -d 'download the files of at most n jobs'
complete -c genctl -n '__genctl_at \'sync\'' -l dry-run -d 'list the jobs with files to download; download nothing'
complete -c genctl -n '__genctl_at \'sync\'' -l model -x -k -a '(__genctl_ask model)' -d 'only jobs of this model'
complete -c genctl -n '__genctl_at \'sync\'' -l batch -x -k -a '(__genctl_ask batch)' -d 'only jobs of this batch'
complete -c genctl -n '__genctl_at \'sync\'' -l once -x -d 'only the job with this --once name, and its takes'
complete -c genctl -n '__genctl_at \'sync\'' -l tag -x -k -a '(__genctl_ask tag)' -d 'only jobs with this tag, or with any value of it; repeatable: jobs with all'
complete -c genctl -n '__genctl_at \'sync\'' -l grep -x -d 'only jobs whose prompt has all of these words, in any case'
complete -c genctl -n '__genctl_at \'sync\'' -l draft -d 'only drafts'
complete -c genctl -n '__genctl_at \'sync\'' -l since -x -d 'only jobs since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)'
complete -c genctl -n '__genctl_at \'sync\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX'
complete -c genctl -n '__genctl_at \'sync\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'sync\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'sync\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'sync\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'sync\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'sync\'' -l strict -d 'with --verify, exit 14 on a mismatch'

# genctl jobs
complete -c genctl -n '__genctl_at \'jobs\'' -a 'prune' -d 'remove the records of jobs that ended long ago'
complete -c genctl -n '__genctl_at \'jobs\'' -l status -x -a 'queued running succeeded failed canceled expired' -d 'only jobs in this state'
complete -c genctl -n '__genctl_at \'jobs\'' -l model -x -k -a '(__genctl_ask model)' -d 'only jobs of this model'
complete -c genctl -n '__genctl_at \'jobs\'' -l batch -x -k -a '(__genctl_ask batch)' -d 'only jobs of this batch'
complete -c genctl -n '__genctl_at \'jobs\'' -l once -x -d 'only the job with this --once name, and its takes'
complete -c genctl -n '__genctl_at \'jobs\'' -l tag -x -k -a '(__genctl_ask tag)' -d 'only jobs with this tag, or with any value of it; repeatable: jobs with all'
complete -c genctl -n '__genctl_at \'jobs\'' -l grep -x -d 'only jobs whose prompt has all of these words, in any case'
complete -c genctl -n '__genctl_at \'jobs\'' -l draft -d 'only drafts'
complete -c genctl -n '__genctl_at \'jobs\'' -l since -x -d 'only jobs since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)'
complete -c genctl -n '__genctl_at \'jobs\'' -l limit -x -d 'list at most n jobs (default: 30)'
complete -c genctl -n '__genctl_at \'jobs\'' -l columns -x -k -a '(__genctl_ask columns)' -d 'the columns to print, in this order, separated by commas'
complete -c genctl -n '__genctl_at \'jobs\'' -l header -d 'in a pipe, name the columns in a first row'
complete -c genctl -n '__genctl_at \'jobs\'' -l refresh -d 'first ask the service about unfinished jobs'
complete -c genctl -n '__genctl_at \'jobs\'' -l watch -d 'show changes until all jobs finish, then exit 0 even if some failed; Ctrl-C exits 130 and leaves them running'

# genctl jobs prune
complete -c genctl -n '__genctl_at \'jobs prune\'' -l older-than -x -d 'remove records older than 90d, 12w, 36h, …; 0 for all'
complete -c genctl -n '__genctl_at \'jobs prune\'' -l dry-run -d 'list the records, and remove nothing'

# genctl gallery
complete -c genctl -n '__genctl_at \'gallery\'' -l batch -x -k -a '(__genctl_ask batch)' -d 'show only this batch'
complete -c genctl -n '__genctl_at \'gallery\'' -l limit -x -d 'show at most n files (default: 5000; of the newest jobs 200)'
complete -c genctl -n '__genctl_at \'gallery\'' -s o -l output -r -F -d 'where to write the page (default: gallery.html, beside the files)'
complete -c genctl -n '__genctl_at \'gallery\'' -l overwrite -d 'replace a file even if genctl did not write it'
complete -c genctl -n '__genctl_at \'gallery\'' -l open -d 'open the page in the browser'
complete -c genctl -n '__genctl_at \'gallery\'' -F -k -a '(__genctl_ask job)'

# genctl batch
complete -c genctl -n '__genctl_at \'batch\'' -l batch -x -d 'name of the batch (default: the file’s name without its extension)'
complete -c genctl -n '__genctl_at \'batch\'' -l id -x -d 'column with the ids of the shots (default: id)'
complete -c genctl -n '__genctl_at \'batch\'' -l format -x -a 'jsonl csv tsv' -d 'format of the manifest, if its name does not end in it'
complete -c genctl -n '__genctl_at \'batch\'' -l journal -r -F -d 'the record of what was sent, to copy to another machine (default: FILE.NAME.genctl.ndjson)'
complete -c genctl -n '__genctl_at \'batch\'' -l same-account -d 'accept a journal written with an older key of this account'
complete -c genctl -n '__genctl_at \'batch\'' -l resume -d 'only continue: refuse a batch that is new on this machine'
complete -c genctl -n '__genctl_at \'batch\'' -l skip-invalid -d 'skip lines that can’t be sent'
complete -c genctl -n '__genctl_at \'batch\'' -l revise -d 'render lines that changed since they were sent as new jobs, with the revision in their file names'
complete -c genctl -n '__genctl_at \'batch\'' -l retry-failed -d 'send lines again whose jobs failed, expired or were canceled; none was charged'
complete -c genctl -n '__genctl_at \'batch\'' -l attempts -x -d 'try each line up to n times if the service fails without a charge'
complete -c genctl -n '__genctl_at \'batch\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'batch\'' -l tag -x -d 'tag all jobs, to find them by genctl jobs --tag; repeatable; column tag: for one line'
complete -c genctl -n '__genctl_at \'batch\'' -l shard -x -d 'render part i of n: run 1/n to n/n, each on its own machine'
complete -c genctl -n '__genctl_at \'batch\'' -l in-flight -x -d 'jobs at once (default: as many as the account takes)'
complete -c genctl -n '__genctl_at \'batch\'' -l queue -x -d 'put the lines into this queue for workers, and collect their results (GENCTL_QUEUE; genctl worker)'
complete -c genctl -n '__genctl_at \'batch\'' -l detach -d 'with --queue, exit once it has all lines; run again to collect the results'
complete -c genctl -n '__genctl_at \'batch\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'batch\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'batch\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'batch\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'batch\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'batch\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'batch\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'batch\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'batch\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'batch\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'batch\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'batch\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'batch\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'batch\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'batch\'' -l count -x -d 'number of outputs'
complete -c genctl -n '__genctl_at \'batch\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'batch\'' -l prompt-enhance -x -a 'off basic full' -d 'have the service rewrite the prompt first'
complete -c genctl -n '__genctl_at \'batch\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'batch\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'batch\'' -l body -x -a '(__genctl_text)' -d 'the whole body: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'batch\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'batch\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'batch\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'batch\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'batch\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'batch\'' -l api -x -a 'v1 v2' -d 'v2 unless the model is a spicy/ id'
complete -c genctl -n '__genctl_at \'batch\'' -l route -x -a 'tasks images spicy' -d 'the v1 route; implies --api v1'
complete -c genctl -n '__genctl_at \'batch\'' -l sync -d 'wait for v1 images in one answer; implies --route images'
complete -c genctl -n '__genctl_at \'batch\'' -l max-cost -x -d 'stop sending before all runs of the batch together may cost more than this; a shard gets its share'
complete -c genctl -n '__genctl_at \'batch\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'batch\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'batch\'' -l report -r -F -d 'write a report of all shots after each run: JSON lines, or a table if it ends in .csv or .tsv'
complete -c genctl -n '__genctl_at \'batch\'' -l failed -r -F -d 'write the failed lines and their reasons to this manifest, to fix and run; .jsonl, .csv or .tsv'
complete -c genctl -n '__genctl_at \'batch\'' -l pick -d 'once the drafts are here, ask which to finalize. Their finals in the manifest are then sent; without such lines, genctl writes NAME.finals.jsonl beside FILE. Implies --download'
complete -c genctl -n '__genctl_at \'batch\'' -l picked -x -d 'pick these drafts or finals without asking: ids separated by commas, or a JSON list'
complete -c genctl -n '__genctl_at \'batch\'' -l download -d 'download the files'
complete -c genctl -n '__genctl_at \'batch\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'batch\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'batch\'' -l name -x -d 'name of each file ({shot}-{n}.{ext}): {shot} (the id of the line), the columns of the manifest, {n} {id} {id8} (of the job) {model} {date} {seed} {slug} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'batch\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'batch\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'batch\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'batch\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'batch\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'batch\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'batch\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'batch\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'batch\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'batch\'' -l dry-run -d 'check all lines and print the expected cost; send nothing; --json gives a reason for each line'
complete -c genctl -n '__genctl_at \'batch\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'batch\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'batch\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'batch\'' -F

# genctl rerun
complete -c genctl -n '__genctl_at \'rerun\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'rerun\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'rerun\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'rerun\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'rerun\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'rerun\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'rerun\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'rerun\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'rerun\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'rerun\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'rerun\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'rerun\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'rerun\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'rerun\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'rerun\'' -l count -x -d 'number of outputs'
complete -c genctl -n '__genctl_at \'rerun\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'rerun\'' -l prompt-enhance -x -a 'off basic full' -d 'have the service rewrite the prompt first'
complete -c genctl -n '__genctl_at \'rerun\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'rerun\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'rerun\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'rerun\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'rerun\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'rerun\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'rerun\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'rerun\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'rerun\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'rerun\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'rerun\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'rerun\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'rerun\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'rerun\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'rerun\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'rerun\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'rerun\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'rerun\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'rerun\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'rerun\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'rerun\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'rerun\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'rerun\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'rerun\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'rerun\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'rerun\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'rerun\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'rerun\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'rerun\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'rerun\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'rerun\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'rerun\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'rerun\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'rerun\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'rerun\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'rerun\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'rerun\'' -l takes -x -d 'submit it n times, each with its own seed'
complete -c genctl -n '__genctl_at \'rerun\'' -l vary -x -d 'submit it once for each value: model=a,b, seed=1..8, set.NAME=…; several flags multiply'
complete -c genctl -n '__genctl_at \'rerun\'' -l api -x -a 'v1 v2' -d 'v2 unless the model is a spicy/ id'
complete -c genctl -n '__genctl_at \'rerun\'' -l route -x -a 'tasks images spicy' -d 'the v1 route; implies --api v1'
complete -c genctl -n '__genctl_at \'rerun\'' -l sync -d 'wait for v1 images in one answer; implies --route images'
complete -c genctl -n '__genctl_at \'rerun\'' -F -k -a '(__genctl_ask job)'

# genctl compose
complete -c genctl -n '__genctl_at \'compose\'' -l resume -x -k -a '(__genctl_ask composition)' -d 'continue the answers kept under this name'
complete -c genctl -n '__genctl_at \'compose\'' -l from -r -F -k -a '(__genctl_ask job)' -d 'start from the request of a job, or of the JSON beside a download'
complete -c genctl -n '__genctl_at \'compose\'' -s m -l model -x -k -a '(__genctl_ask model)' -d 'the model; for the ids: genctl models'
complete -c genctl -n '__genctl_at \'compose\'' -s p -l prompt -x -a '(__genctl_text)' -d 'the prompt; @FILE reads a file, - stdin; @@ is an @'
complete -c genctl -n '__genctl_at \'compose\'' -l resolution -x -k -a '(__genctl_ask option-resolution)' -d 'resolution of the picture'
complete -c genctl -n '__genctl_at \'compose\'' -l duration -x -k -a '(__genctl_ask option-duration)' -d 'length; -1 lets the model choose'
complete -c genctl -n '__genctl_at \'compose\'' -l ratio -x -k -a '(__genctl_ask option-ratio)' -d 'aspect ratio'
complete -c genctl -n '__genctl_at \'compose\'' -l output-format -x -k -a '(__genctl_ask option-output_format)' -d 'container of the clip'
complete -c genctl -n '__genctl_at \'compose\'' -l audio -d 'render a soundtrack'
complete -c genctl -n '__genctl_at \'compose\'' -l no-audio -d 'render none'
complete -c genctl -n '__genctl_at \'compose\'' -l bitrate-mode -x -k -a '(__genctl_ask option-bitrate_mode)' -d 'bitrate of the clip'
complete -c genctl -n '__genctl_at \'compose\'' -l return-last-frame -d 'return the last frame as a picture, too (v1 only)'
complete -c genctl -n '__genctl_at \'compose\'' -l watermark -d 'put a watermark on the clip'
complete -c genctl -n '__genctl_at \'compose\'' -l no-watermark -d 'put none on it'
complete -c genctl -n '__genctl_at \'compose\'' -l seed -x -d 'repeat a seed for a similar result'
complete -c genctl -n '__genctl_at \'compose\'' -l reference-task -x -k -a '(__genctl_ask option-omni_reference_task_type)' -d 'how the model uses the references'
complete -c genctl -n '__genctl_at \'compose\'' -l count -x -d 'number of outputs'
complete -c genctl -n '__genctl_at \'compose\'' -l callback-url -x -d 'https URL that the service calls when the job ends'
complete -c genctl -n '__genctl_at \'compose\'' -l prompt-enhance -x -a 'off basic full' -d 'have the service rewrite the prompt first'
complete -c genctl -n '__genctl_at \'compose\'' -l input -x -a '(__genctl_text)' -d 'the whole input: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'compose\'' -l set -x -k -a '(__genctl_ask field)' -d 'set one field of the input, as JSON or plain text; repeatable'
complete -c genctl -n '__genctl_at \'compose\'' -l body -x -a '(__genctl_text)' -d 'the whole body: JSON, @file or - for stdin'
complete -c genctl -n '__genctl_at \'compose\'' -l first-frame -r -F -d 'the picture the clip begins with'
complete -c genctl -n '__genctl_at \'compose\'' -l last-frame -r -F -d 'the picture the clip ends with'
complete -c genctl -n '__genctl_at \'compose\'' -l ref-image -r -F -d 'a reference picture, sent unprepared (genctl refs has the service prepare it); repeatable'
complete -c genctl -n '__genctl_at \'compose\'' -l ref-video -r -F -d 'a reference clip; repeatable'
complete -c genctl -n '__genctl_at \'compose\'' -l ref-audio -r -F -d 'a reference sound; repeatable'
complete -c genctl -n '__genctl_at \'compose\'' -l once -x -d 'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run'
complete -c genctl -n '__genctl_at \'compose\'' -l revise -d 'with --once: if the request changed, submit it as a new job'
complete -c genctl -n '__genctl_at \'compose\'' -l attempts -x -d 'try up to n times if the service fails without a charge; implies --wait'
complete -c genctl -n '__genctl_at \'compose\'' -l idempotency-key -x -d 'set the idempotency key yourself'
complete -c genctl -n '__genctl_at \'compose\'' -l resend -d 'send again even if the service may have forgotten the key; risks a second job'
complete -c genctl -n '__genctl_at \'compose\'' -l tag -x -d 'tag the job, to find it by genctl jobs --tag; not sent; repeatable'
complete -c genctl -n '__genctl_at \'compose\'' -l max-cost -x -d 'send nothing if it may cost more than this'
complete -c genctl -n '__genctl_at \'compose\'' -l assume-cost -x -d 'with a budget: count a job of unknown cost as this'
complete -c genctl -n '__genctl_at \'compose\'' -l over-budget -d 'ignore the budgets of day and month this once'
complete -c genctl -n '__genctl_at \'compose\'' -s w -l wait -d 'wait until the job ends'
complete -c genctl -n '__genctl_at \'compose\'' -l download -d 'download its files once it succeeds; implies --wait'
complete -c genctl -n '__genctl_at \'compose\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'compose\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'compose\'' -l name -x -d 'name of each file, of {id} {id8} {slug} {n} {model} {date} {seed} {once} {v:03} {ext}'
complete -c genctl -n '__genctl_at \'compose\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'compose\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'compose\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14'
complete -c genctl -n '__genctl_at \'compose\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'compose\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'compose\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'compose\'' -l fail-fast -d 'stop waiting at the first job that does not succeed'
complete -c genctl -n '__genctl_at \'compose\'' -l on-interrupt -x -a 'detach cancel' -d 'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them'
complete -c genctl -n '__genctl_at \'compose\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'compose\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'
complete -c genctl -n '__genctl_at \'compose\'' -l dry-run -d 'print the request and its expected cost; send nothing'
complete -c genctl -n '__genctl_at \'compose\'' -l curl -d 'with --dry-run: print it as a curl command line'
complete -c genctl -n '__genctl_at \'compose\'' -l strict -d 'treat warnings as errors; with --verify, exit 14 on a mismatch'
complete -c genctl -n '__genctl_at \'compose\'' -l no-preflight -d 'send even if the checks find errors'
complete -c genctl -n '__genctl_at \'compose\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'compose\'' -a '(__genctl_text)'

# genctl costs
complete -c genctl -n '__genctl_at \'costs\'' -l by -x -a 'day model profile batch' -d 'group by this (default: day; on a terminal, model below it)'
complete -c genctl -n '__genctl_at \'costs\'' -l since -x -d 'count only charges since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)'
complete -c genctl -n '__genctl_at \'costs\'' -l header -d 'in a pipe, name the columns in a first row'
complete -c genctl -n '__genctl_at \'costs\'' -l refresh -d 'first ask the service about jobs of unknown charge'

# genctl show
complete -c genctl -n '__genctl_at \'show\'' -l diff -d 'compare the requests of two jobs; a prompt word by word: [-gone-] {+new+}'
complete -c genctl -n '__genctl_at \'show\'' -l open -d 'open the files that are here, and print their paths'
complete -c genctl -n '__genctl_at \'show\'' -l preview -d 'show a frame of each file on the terminal'
complete -c genctl -n '__genctl_at \'show\'' -l api -x -a 'v1 v2' -d 'v2 or v1, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'show\'' -l route -x -a 'tasks images spicy' -d 'the v1 route, for a job that genctl does not know'
complete -c genctl -n '__genctl_at \'show\'' -F -k -a '(__genctl_ask job)'

# genctl doctor

# genctl auth
complete -c genctl -n '__genctl_at \'auth\'' -a 'login' -d 'add an account: its base URL, then its key'
complete -c genctl -n '__genctl_at \'auth\'' -a 'list' -d 'list the accounts'
complete -c genctl -n '__genctl_at \'auth\'' -a 'use' -d 'make an account the default'
complete -c genctl -n '__genctl_at \'auth\'' -a 'set' -d 'set a field of an account: model, credential_command, upload_command'
complete -c genctl -n '__genctl_at \'auth\'' -a 'status' -d 'print the account in use, and try its key'
complete -c genctl -n '__genctl_at \'auth\'' -a 'logout' -d 'remove an account and its key'

# genctl auth login

# genctl auth list

# genctl auth use
complete -c genctl -n '__genctl_at \'auth use\'' -k -a '(__genctl_ask profile)'

# genctl auth set
complete -c genctl -n '__genctl_at \'auth set\'; and __genctl_has 2' -a 'model credential_command upload_command budget.day budget.month'
complete -c genctl -n '__genctl_at \'auth set\'; and __genctl_has 3' -k -a '(__genctl_ask setting-value)'

# genctl auth status

# genctl auth logout
complete -c genctl -n '__genctl_at \'auth logout\'' -k -a '(__genctl_ask profile)'

# genctl config
complete -c genctl -n '__genctl_at \'config\'' -a 'list' -d 'list the settings; --show-origin adds where each comes from'
complete -c genctl -n '__genctl_at \'config\'' -a 'get' -d 'print one setting'
complete -c genctl -n '__genctl_at \'config\'' -a 'set' -d 'change one setting'
complete -c genctl -n '__genctl_at \'config\'' -a 'unset' -d 'reset one setting to its default'
complete -c genctl -n '__genctl_at \'config\'' -a 'path' -d 'print the folder with settings, ledger and cache'

# genctl config list
complete -c genctl -n '__genctl_at \'config list\'' -l show-origin -d 'show where each comes from'

# genctl config get
complete -c genctl -n '__genctl_at \'config get\'' -a 'model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command'

# genctl config set
complete -c genctl -n '__genctl_at \'config set\'; and __genctl_has 2' -a 'model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command'
complete -c genctl -n '__genctl_at \'config set\'; and __genctl_has 3' -k -a '(__genctl_ask setting-value)'

# genctl config unset
complete -c genctl -n '__genctl_at \'config unset\'' -a 'model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command'

# genctl config path

# genctl sandbox
complete -c genctl -n '__genctl_at \'sandbox\'' -a 'serve' -d 'serve it over HTTP on loopback'
complete -c genctl -n '__genctl_at \'sandbox\'' -a 'reset' -d 'forget its jobs and refill its balance'
complete -c genctl -n '__genctl_at \'sandbox\'' -a 'info' -d 'its prices and limits, and how to make a job fail'

# genctl sandbox serve
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l port -x -d 'port of the API; 0 picks a free one (8787)'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l callback-port -x -d 'call back only to this port of this machine (default: any port)'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l no-cdn -d 'serve outputs under the base URL, and ask for the key'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l in-flight -x -a '(__genctl_text)' -d 'limit the unfinished jobs of each account; ACCOUNT=N: only those of the key sbx_ACCOUNT'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l rate-limit -x -a '(__genctl_text)' -d 'limit the submits of each account: 10/s, 100/min, studio=5/10s'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l look-limit -x -a '(__genctl_text)' -d 'limit the status checks of each account: 50/s, studio=10/s'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l no-retry-after -d 'send no Retry-After with a 429'
complete -c genctl -n '__genctl_at \'sandbox serve\'' -l forget-keys-after -x -d 'forget an Idempotency-Key after this time: 24h'

# genctl sandbox reset

# genctl sandbox info

# genctl help
complete -c genctl -n '__genctl_at \'help\'' -l schema -x -a 'genctl.job/v1 genctl.jobs/v1 genctl.models/v1 genctl.uploads/v1 genctl.costs/v1 genctl.gallery/v1 genctl.diff/v1 genctl.batch/v1 genctl.report/v1 genctl.prune/v1 genctl.queue/v1 genctl.worker/v1 genctl.doctor/v1 genctl.request/v1 genctl.requests/v1 genctl.sandbox/v1 genctl.profiles/v1 genctl.account/v1 genctl.settings/v1 genctl.setting/v1 genctl.sidecar/v1 genctl.journal/v1 genctl.events/v1 genctl.error/v1' -d 'with json: print the JSON Schema of this document'
complete -c genctl -n '__genctl_at \'help\'' -a 'exit-codes environment json routes submit status wait cancel models draft finalize refs download sync jobs gallery batch rerun compose costs show doctor auth config sandbox help worker queue recover api upload completion'

# genctl worker
complete -c genctl -n '__genctl_at \'worker\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'
complete -c genctl -n '__genctl_at \'worker\'' -l slots -x -d 'take up to n lines at once (default: 100)'
complete -c genctl -n '__genctl_at \'worker\'' -l worker-name -x -d 'its name in genctl queue status (default: host and process)'
complete -c genctl -n '__genctl_at \'worker\'' -l metrics -x -d 'serve /metrics for Prometheus, /healthz and /readyz on this port of 127.0.0.1; 0 picks a free one. For probes of a pod: 0.0.0.0:9464'
complete -c genctl -n '__genctl_at \'worker\'' -l download -d 'download the files'
complete -c genctl -n '__genctl_at \'worker\'' -s D -l dir -x -a '(__fish_complete_directories)' -d 'download to a folder or s3://BUCKET/PREFIX; implies --download'
complete -c genctl -n '__genctl_at \'worker\'' -l s3-endpoint -x -d 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'
complete -c genctl -n '__genctl_at \'worker\'' -l overwrite -d 'replace existing files instead of choosing another name'
complete -c genctl -n '__genctl_at \'worker\'' -l no-sidecar -d 'write no JSON beside a file to say what made it'
complete -c genctl -n '__genctl_at \'worker\'' -l concurrency -x -d 'downloads at once (8)'
complete -c genctl -n '__genctl_at \'worker\'' -l verify -d 'compare the files with the request: length, size, frame rate, sound; a mismatch is a warning'
complete -c genctl -n '__genctl_at \'worker\'' -l timeout -x -d 'stop waiting after 90s, 10m, … (0: never); the job keeps running'
complete -c genctl -n '__genctl_at \'worker\'' -l interval -x -d 'least time between status checks, unless the service asks for more'
complete -c genctl -n '__genctl_at \'worker\'' -l exec -x -d 'run this shell command for each job that finishes, after its download; for its variables: genctl help environment'
complete -c genctl -n '__genctl_at \'worker\'' -l events -d 'print each event on stdout as a line of JSON, instead of the result'

# genctl queue
complete -c genctl -n '__genctl_at \'queue\'' -a 'status' -d 'show its lines, workers and limit'
complete -c genctl -n '__genctl_at \'queue\'' -a 'pause' -d 'stop workers from taking more lines; their jobs keep running'
complete -c genctl -n '__genctl_at \'queue\'' -a 'resume' -d 'let workers take lines again'
complete -c genctl -n '__genctl_at \'queue\'' -a 'limit' -d 'set how many jobs may run at once; auto finds the limit'
complete -c genctl -n '__genctl_at \'queue\'' -a 'retry' -d 'put failed lines into the queue again'
complete -c genctl -n '__genctl_at \'queue\'' -a 'drain' -d 'remove lines that no worker holds'

# genctl queue status
complete -c genctl -n '__genctl_at \'queue status\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl queue pause
complete -c genctl -n '__genctl_at \'queue pause\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl queue resume
complete -c genctl -n '__genctl_at \'queue resume\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl queue limit
complete -c genctl -n '__genctl_at \'queue limit\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl queue retry
complete -c genctl -n '__genctl_at \'queue retry\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl queue drain
complete -c genctl -n '__genctl_at \'queue drain\'' -l queue -x -d 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL'

# genctl recover
complete -c genctl -n '__genctl_at \'recover\'' -l resend -d 'send also submits whose key the service may have forgotten; risks a second job'
complete -c genctl -n '__genctl_at \'recover\'' -l same-account -x -d 'send also this submit of another API key: you confirm that the account did not change'
complete -c genctl -n '__genctl_at \'recover\'' -l forget -x -d 'close a submit without sending it; check with the service first that it has no job'
complete -c genctl -n '__genctl_at \'recover\'' -l journal -r -F -d 'with --forget: close it in this journal of a batch'

# genctl api
complete -c genctl -n '__genctl_at \'api\'' -s i -l include -d 'print the status and headers of the answer first'

# genctl upload
complete -c genctl -n '__genctl_at \'upload\'' -l no-probe -d 'do not check the files and links of references'
complete -c genctl -n '__genctl_at \'upload\'' -F

# genctl completion
complete -c genctl -n '__genctl_at \'completion\'' -a 'bash zsh fish'
