# PowerShell completion for genctl. Made from the command table by npm run generate; not edited by hand.

Register-ArgumentCompleter -Native -CommandName genctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # A command's words: its subcommands, its flags with what each takes, and what its arguments are.
    # A kind: '' takes no value, '-' anything, '=a b' one of those, else something to look up.
    $table = @{
        '' = @{
            Commands = [ordered]@{
                'submit' = 'submit an image or video job; -w or -D follows it'
                'status' = 'look at jobs once'
                'wait' = 'wait until jobs are over'
                'cancel' = 'cancel jobs; a finished one is shown unchanged'
                'models' = 'list the models, or show what one takes'
                'draft' = 'render a 480p draft, or several takes of it'
                'finalize' = 'make the 1080p final of a draft'
                'refs' = 'submit a video job with prepared references'
                'download' = 'bring the outputs of finished jobs home'
                'sync' = 'bring home every finished file that is not here'
                'open' = 'open the files of jobs that are here'
                'jobs' = 'list the jobs of this machine, newest first'
                'gallery' = 'write a page to look at takes and finals'
                'batch' = 'render many shots from a file, JSONL or CSV'
                'worker' = 'render the lines of batches from a queue, beside any number of others'
                'queue' = 'the queue of an account: status, pause, resume, limit, retry, drain'
                'upload' = 'upload files, and print the links that requests get for them'
                'api' = 'look at any path of the service, with the account’’s key'
                'recover' = 'settle every submit whose answer never arrived'
                'rerun' = 'make the same request again, changed by flags'
                'compose' = 'put a request together by answering questions; genctl alone starts it'
                'costs' = 'add up what was charged: by day, model, profile or batch'
                'show' = 'show all that is known of one job'
                'diff' = 'say what differs between two requests, and what became of them'
                'doctor' = 'look at all that a job needs, and say what mends it'
                'auth' = 'accounts: login, list, use, set, status, logout'
                'config' = 'settings: list, get, set, unset, path'
                'sandbox' = 'the embedded service: serve, reset, info'
                'completion' = 'print the completion script of a shell: bash, zsh, fish, powershell'
                'help' = 'help on a command, or on exit-codes, environment, json, routes'
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'submit' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--count' = @('-', 'how many outputs')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--prompt-enhance' = @('=off basic full', 'have the prompt rewritten first')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--body' = @('text', 'the whole body, as JSON, @file or -')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
                '--takes' = @('-', 'how many jobs of it, each with a seed of its own')
                '--vary' = @('-', 'a request for each value: model=a,b, seed=1..8, set.NAME=…; several multiply')
                '--api' = @('=v1 v2', 'v2, unless the model is a spicy/ id')
                '--route' = @('=tasks images spicy', 'the v1 route; implies --api v1')
                '--sync' = @('', 'v1 images, answered at once; implies --route images')
            }
            Arguments = @('text')
            Repeats = $true
        }
        'status' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--exit-status' = @('', 'turn the outcome into the exit code')
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('job')
            Repeats = $true
        }
        'wait' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--all' = @('', 'every unfinished job of this machine; with --profile, of that account')
                '--any' = @('', 'stop at the first job that is over')
                '--download' = @('', 'bring the files home as each job is over')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--strict' = @('', 'with --verify: let a mismatch fail, with exit 14')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('unfinished-job')
            Repeats = $true
        }
        'cancel' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('unfinished-job')
            Repeats = $true
        }
        'models' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--media' = @('=image video', 'only models that make these')
                '--refresh' = @('', 'ask the service, even if its list is at hand')
                '--header' = @('', 'in a pipe, name the columns in a first row')
                '--schema' = @('', 'the raw input_schema of the model')
                '--skeleton' = @('', 'a minimal input to fill in, for genctl submit --input')
            }
            Arguments = @('model')
            Repeats = $false
        }
        'draft' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--takes' = @('-', 'how many drafts, each with a seed of its own')
                '--pick' = @('', 'look at the takes, tick some, see what their finals should cost, and make those once confirmed; implies --download')
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--prompt-enhance' = @('=off basic full', 'have the prompt rewritten first')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--body' = @('text', 'the whole body, as JSON, @file or -')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
                '--api' = @('=v1 v2', 'v2, unless the model is a spicy/ id')
                '--route' = @('=tasks images spicy', 'the v1 route; implies --api v1')
            }
            Arguments = @('text')
            Repeats = $true
        }
        'finalize' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--output-format' = @('option-output_format', 'container of the clip')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('draft')
            Repeats = $true
        }
        'refs' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--body' = @('text', 'the whole body, as JSON, @file or -')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
            }
            Arguments = @('text')
            Repeats = $true
        }
        'download' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is fetched')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is fetched')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--strict' = @('', 'with --verify: let a mismatch fail, with exit 14')
                '--preview' = @('', 'show a frame of each file on the terminal')
                '--open' = @('', 'open each file with what the desktop has for it')
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('job')
            Repeats = $true
        }
        'sync' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--limit' = @('-', 'the files of at most so many jobs')
                '--dry-run' = @('', 'list the jobs whose files would come, and fetch nothing')
                '--model' = @('model', 'only jobs of this model')
                '--batch' = @('batch', 'only jobs of this batch')
                '--once' = @('-', 'only the job that was submitted under this name, or its takes')
                '--tag' = @('tag', 'only jobs with this tag, or with any of that name; several: with each')
                '--grep' = @('-', 'only jobs whose prompt has each of these words, in any case')
                '--draft' = @('', 'only drafts')
                '--since' = @('-', 'only jobs since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is fetched')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is fetched')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--strict' = @('', 'with --verify: let a mismatch fail, with exit 14')
            }
            Arguments = @()
            Repeats = $false
        }
        'open' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('job')
            Repeats = $true
        }
        'jobs' = @{
            Commands = [ordered]@{
                'prune' = 'remove the records of jobs that were over long ago'
            }
            Flags = [ordered]@{
                '--status' = @('=queued running succeeded failed canceled expired', 'only jobs in this state')
                '--model' = @('model', 'only jobs of this model')
                '--batch' = @('batch', 'only jobs of this batch')
                '--once' = @('-', 'only the job that was submitted under this name, or its takes')
                '--tag' = @('tag', 'only jobs with this tag, or with any of that name; several: with each')
                '--grep' = @('-', 'only jobs whose prompt has each of these words, in any case')
                '--draft' = @('', 'only drafts')
                '--since' = @('-', 'only jobs since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)')
                '--limit' = @('-', 'at most so many (30)')
                '--columns' = @('columns', 'of the table, in this order, parted by commas')
                '--header' = @('', 'in a pipe, name the columns in a first row')
                '--refresh' = @('', 'look at the unfinished ones first')
                '--watch' = @('', 'show them as they change, and new ones, until none is unfinished; Ctrl-C leaves them running')
            }
            Arguments = @()
            Repeats = $false
        }
        'jobs prune' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--older-than' = @('-', 'how long ago: 90d, 12w, 36h; 0 for all')
                '--dry-run' = @('', 'list them, and remove nothing')
            }
            Arguments = @()
            Repeats = $false
        }
        'gallery' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--batch' = @('batch', 'only the jobs, or the files, of this batch')
                '--limit' = @('-', 'at most so many files (5000; of the newest jobs 200)')
                '-o' = @('file', 'the page (gallery.html, beside the files)')
                '--output' = @('file', 'the page (gallery.html, beside the files)')
                '--overwrite' = @('', 'replace a file of that name that is no page of genctl')
                '--open' = @('', 'open the page with what the desktop has for it')
            }
            Arguments = @('job-or-file')
            Repeats = $true
        }
        'batch' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--batch' = @('-', 'its name; the file’’s name without its extension unless given')
                '--id' = @('-', 'the column that names the shots (id)')
                '--id-hash' = @('', 'name each shot by a hash of its line')
                '--format' = @('=jsonl csv tsv', 'of the manifest, where its name does not tell')
                '--journal' = @('file', 'the memory to carry to another machine (FILE.NAME.genctl.ndjson)')
                '--same-account' = @('', 'the journal’’s account is the one at hand, whose key was changed since')
                '--resume' = @('', 'refuse to begin where nothing is known of the batch')
                '--skip-invalid' = @('', 'go on without the lines that can’’t be sent')
                '--revise' = @('', 'a line that was changed since it was sent is a new job')
                '--retry-failed' = @('', 'another attempt for jobs that failed, expired or were canceled, uncharged')
                '--attempts' = @('-', 'up to n a line, after a failure of the service that was not charged')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the jobs of all lines, for genctl jobs --tag; repeatable. The column tag marks that of its line')
                '--shard' = @('-', 'only the i-th of n parts; auto or auto/n: as the runner’’s variables say')
                '--in-flight' = @('-', 'jobs at once; unless given, what the account takes is found out')
                '--queue' = @('-', 'have workers render it: put the lines into this queue, and take their ends out (GENCTL_QUEUE; genctl worker)')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
                '--window' = @('-', 'lines that may be in the queue at once (2000)')
                '--detach' = @('', 'with --queue, be gone once all lines are in it; run again to collect them')
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--count' = @('-', 'how many outputs')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--prompt-enhance' = @('=off basic full', 'have the prompt rewritten first')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--body' = @('text', 'the whole body, as JSON, @file or -')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--api' = @('=v1 v2', 'v2, unless the model is a spicy/ id')
                '--route' = @('=tasks images spicy', 'the v1 route; implies --api v1')
                '--sync' = @('', 'v1 images, answered at once; implies --route images')
                '--max-cost' = @('-', 'for the batch over all its runs: send no more where it may cost more; of a shard its part')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '--report' = @('file', 'a line of JSON a shot, or a table by its ending .csv or .tsv; whole after each run')
                '--failed' = @('file', 'a manifest of the lines that failed, with the reason, to mend and run; .jsonl, .csv or .tsv')
                '--pick' = @('', 'finals wait until their drafts are here and you tick some: those that are lines of the manifest are sent then, of drafts alone a manifest is written; implies --download')
                '--picked' = @('-', 'the same without a question: the drafts, or finals, with these ids are picked; ids by commas, or a JSON list')
                '--finals' = @('file', 'the manifest that --pick writes of drafts alone (NAME.finals.jsonl, beside FILE)')
                '-w' = @('', 'nothing more: a batch always waits')
                '--wait' = @('', 'nothing more: a batch always waits')
                '--download' = @('', 'bring the files home')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file ({shot}-{n}.{ext}): {shot} (the id of the line), the columns of the manifest, {n} {id} (of the job) {model} {date} {seed} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'check, count and say what it should cost; send nothing; --json has a reason for every line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
            }
            Arguments = @('file')
            Repeats = $false
        }
        'worker' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
                '--slots' = @('-', 'lines that it holds at once (100)')
                '--worker-name' = @('-', 'what genctl queue status calls it (host and process)')
                '--metrics' = @('-', 'serve /metrics for Prometheus, /healthz and /readyz on this port of 127.0.0.1; 0 picks a free one. In a pod, where probes come from outside: 0.0.0.0:9464')
                '--download' = @('', 'bring the files home')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; a mismatch is told')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
            }
            Arguments = @()
            Repeats = $false
        }
        'queue' = @{
            Commands = [ordered]@{
                'status' = 'say what stands in it, who works on it, and how fast it may go'
                'pause' = 'have workers take no further lines; their jobs go on'
                'resume' = 'have workers take lines again'
                'limit' = 'set how many jobs may be in flight, or have that found out: auto'
                'retry' = 'put a line that did not succeed in again'
                'drain' = 'take out the lines that no worker holds'
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'queue status' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @()
            Repeats = $false
        }
        'queue pause' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @()
            Repeats = $false
        }
        'queue resume' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @()
            Repeats = $false
        }
        'queue limit' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @('-')
            Repeats = $false
        }
        'queue retry' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @('-')
            Repeats = $true
        }
        'queue drain' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--queue' = @('-', 'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, in a file, or in the URL')
                '--queue-password-file' = @('file', 'read the password of the queue from this file')
            }
            Arguments = @()
            Repeats = $false
        }
        'upload' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--no-probe' = @('', 'leave references unlooked at')
            }
            Arguments = @('file')
            Repeats = $true
        }
        'api' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '-i' = @('', 'the status and the headers of the answer first')
                '--include' = @('', 'the status and the headers of the answer first')
            }
            Arguments = @('-')
            Repeats = $true
        }
        'recover' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--resend' = @('', 'those, too, whose key the service may have forgotten: at the risk of a second job')
                '--same-account' = @('-', 'one, too, of which it can’’t be told whose key it was sent with: the one at hand is of that account')
                '--forget' = @('-', 'close one without sending it, once you have looked for its job with the service: for v1, and for a key of another body')
                '--journal' = @('file', 'with --forget: the journal of a batch, which knows of the submit of a line that this machine does not know')
            }
            Arguments = @()
            Repeats = $false
        }
        'rerun' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--count' = @('-', 'how many outputs')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--prompt-enhance' = @('=off basic full', 'have the prompt rewritten first')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
                '--takes' = @('-', 'how many jobs of it, each with a seed of its own')
                '--vary' = @('-', 'a request for each value: model=a,b, seed=1..8, set.NAME=…; several multiply')
                '--api' = @('=v1 v2', 'v2, unless the model is a spicy/ id')
                '--route' = @('=tasks images spicy', 'the v1 route; implies --api v1')
                '--sync' = @('', 'v1 images, answered at once; implies --route images')
            }
            Arguments = @('job-or-file')
            Repeats = $false
        }
        'compose' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--resume' = @('composition', 'what was kept under that name')
                '--from' = @('job-or-file', 'the request of a job, or of the JSON beside a download')
                '-m' = @('model', 'the model, an id of genctl models')
                '--model' = @('model', 'the model, an id of genctl models')
                '-p' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--prompt' = @('text', 'the prompt; @file reads a file, - stdin, @@ is an @')
                '--resolution' = @('option-resolution', 'tier of the picture')
                '--duration' = @('option-duration', 'length; -1 lets the model choose')
                '--ratio' = @('option-ratio', 'shape of the picture')
                '--output-format' = @('option-output_format', 'container of the clip')
                '--audio' = @('', 'make a soundtrack')
                '--no-audio' = @('', 'make none')
                '--bitrate-mode' = @('option-bitrate_mode', 'bitrate of the clip')
                '--return-last-frame' = @('', 'the closing still too (v1 only)')
                '--watermark' = @('', 'mark the clip')
                '--no-watermark' = @('', 'leave it clean')
                '--seed' = @('-', 'the same seed gives a similar result')
                '--reference-task' = @('option-omni_reference_task_type', 'what references are for')
                '--count' = @('-', 'how many outputs')
                '--callback-url' = @('-', 'an https URL told when the job is over')
                '--prompt-enhance' = @('=off basic full', 'have the prompt rewritten first')
                '--input' = @('text', 'the raw input, as JSON, @file or -')
                '--set' = @('field', 'one field of the input; a JSON literal, else a string')
                '--body' = @('text', 'the whole body, as JSON, @file or -')
                '--first-frame' = @('file', 'the picture the clip begins with')
                '--last-frame' = @('file', 'the picture the clip ends with')
                '--ref-image' = @('file', 'a reference picture; repeatable')
                '--ref-video' = @('file', 'a reference clip; repeatable')
                '--ref-audio' = @('file', 'a reference sound; repeatable')
                '--once' = @('-', 'submit one time under that name: run again, it is the same job; @ci/NAME: a CI run')
                '--revise' = @('', 'with --once: another request under that name is a new job')
                '--attempts' = @('-', 'up to n in all, after a failure of the service that was not charged; implies --wait')
                '--idempotency-key' = @('-', 'the key of the request, set by hand')
                '--resend' = @('', 'send again what was sent too long ago for its key to be trusted')
                '--tag' = @('-', 'mark the job, for genctl jobs --tag; repeatable, no part of the request')
                '--max-cost' = @('-', 'send nothing where it may cost more than that in all')
                '--assume-cost' = @('-', 'under a budget: what a job counts for whose price is not known here')
                '--over-budget' = @('', 'lift the budgets of day and month, this once')
                '-w' = @('', 'wait until the job is over')
                '--wait' = @('', 'wait until the job is over')
                '--download' = @('', 'bring its files home; implies --wait')
                '-D' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--dir' = @('folder', 'where files go, a folder or s3://BUCKET/PREFIX, tried before anything is sent; implies --download')
                '--s3-endpoint' = @('-', 'the object store of s3://…, where it is not AWS (AWS_ENDPOINT_URL_S3)')
                '--name' = @('-', 'name of each file, of {id} {n} {model} {date} {seed} {once} {slug} {v:03} {ext}')
                '--overwrite' = @('', 'replace a file of that name, instead of choosing another')
                '--no-sidecar' = @('', 'leave out the JSON that says what made the file')
                '--verify' = @('', 'compare each file with what was asked for: length, size, frame rate, sound; with --strict a mismatch is exit 14')
                '--concurrency' = @('-', 'downloads at once (8)')
                '--timeout' = @('-', 'give up waiting after 90s, 10m, … (0: never); the job goes on')
                '--interval' = @('-', 'least time between two looks; never below what the service asks')
                '--fail-fast' = @('', 'stop waiting at the first job that does not succeed')
                '--cancel-on-timeout' = @('', 'cancel what is not over when the time is')
                '--on-interrupt' = @('=detach cancel', 'what Ctrl-C or another signal does with jobs that are not over: leave them running, or cancel them (detach)')
                '--exec' = @('-', 'run this by the shell for each job that is over, after its files are here; GENCTL_JOB_ID, GENCTL_FILES, …: genctl help environment')
                '--events' = @('', 'tell what happens on stdout as JSON, one object a line, instead of the answer')
                '--dry-run' = @('', 'print the request and what it should cost; send nothing')
                '--curl' = @('', 'with --dry-run: print it as a curl command line')
                '--strict' = @('', 'let warnings refuse, too; with --verify, let a mismatch fail')
                '--no-preflight' = @('', 'send whatever the checks say; what no field stands for is still refused')
                '--no-probe' = @('', 'leave references unlooked at')
            }
            Arguments = @('text')
            Repeats = $true
        }
        'costs' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--by' = @('=day model profile batch', 'a row for each of these; unless given day, and on a terminal model below')
                '--since' = @('-', 'only what was charged since then: 90m, 2h, 7d, today, yesterday, or a date (UTC)')
                '--header' = @('', 'in a pipe, name the columns in a first row')
                '--refresh' = @('', 'look first at the jobs whose charge is not known')
            }
            Arguments = @()
            Repeats = $false
        }
        'show' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--preview' = @('', 'show a frame of each file on the terminal')
                '--api' = @('=v1 v2', 'of a job that is not known here: v2, or v1 with --route')
                '--route' = @('=tasks images spicy', 'the v1 route of a job that is not known here')
            }
            Arguments = @('job')
            Repeats = $false
        }
        'diff' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('job-or-file')
            Repeats = $true
        }
        'doctor' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'auth' = @{
            Commands = [ordered]@{
                'login' = 'add an account: its base URL, then its key'
                'list' = 'list the accounts'
                'use' = 'make an account the default'
                'set' = 'set a field of an account: model, credential_command, upload_command'
                'status' = 'say which account is in use, and whether its key works'
                'logout' = 'forget an account and its key'
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'auth login' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'auth list' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'auth use' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('profile')
            Repeats = $false
        }
        'auth set' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('=model credential_command upload_command budget.day budget.month', 'setting-value')
            Repeats = $false
        }
        'auth status' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'auth logout' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('profile')
            Repeats = $false
        }
        'config' = @{
            Commands = [ordered]@{
                'list' = 'list the settings, with --show-origin where each comes from'
                'get' = 'print one setting'
                'set' = 'change one setting'
                'unset' = 'put one setting back to its default'
                'path' = 'print the folder that everything is in'
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'config list' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--show-origin' = @('', 'where each comes from')
            }
            Arguments = @()
            Repeats = $false
        }
        'config get' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command')
            Repeats = $false
        }
        'config set' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command', 'setting-value')
            Repeats = $false
        }
        'config unset' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command')
            Repeats = $false
        }
        'config path' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'sandbox' = @{
            Commands = [ordered]@{
                'serve' = 'serve it over HTTP on loopback'
                'reset' = 'forget its jobs and refill its balance'
                'info' = 'its prices, limits and the endings it can be asked for'
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'sandbox serve' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--port' = @('-', 'port of the API; 0 picks a free one (8787)')
                '--callback-port' = @('-', 'call back to this port of this machine only; to any of it unless given')
                '--no-cdn' = @('', 'outputs under the base URL, fetched with the key')
                '--in-flight' = @('text', 'unfinished jobs an account may have; ACCOUNT=N for that of the key sbx_ACCOUNT alone')
                '--rate-limit' = @('text', 'submits an account may send in a time: 10/s, 100/min, studio=5/10s')
                '--look-limit' = @('text', 'looks at jobs an account may take in a time, written alike')
                '--no-retry-after' = @('', 'a 429 does not say how long to wait')
                '--forget-keys-after' = @('-', 'the same Idempotency-Key is another job from then on: 24h')
            }
            Arguments = @()
            Repeats = $false
        }
        'sandbox reset' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'sandbox info' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @()
            Repeats = $false
        }
        'completion' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
            }
            Arguments = @('=bash zsh fish powershell')
            Repeats = $false
        }
        'help' = @{
            Commands = [ordered]@{
            }
            Flags = [ordered]@{
                '--schema' = @('=genctl.job/v1 genctl.jobs/v1 genctl.models/v1 genctl.uploads/v1 genctl.costs/v1 genctl.gallery/v1 genctl.diff/v1 genctl.batch/v1 genctl.report/v1 genctl.prune/v1 genctl.queue/v1 genctl.worker/v1 genctl.doctor/v1 genctl.request/v1 genctl.requests/v1 genctl.sandbox/v1 genctl.profiles/v1 genctl.account/v1 genctl.settings/v1 genctl.setting/v1 genctl.sidecar/v1 genctl.journal/v1 genctl.events/v1 genctl.error/v1', 'of the topic json: the JSON Schema of a document')
            }
            Arguments = @('=exit-codes environment json routes submit status wait cancel models draft finalize refs download sync open jobs gallery batch worker queue upload api recover rerun compose costs show diff doctor auth config sandbox completion help')
            Repeats = $false
        }
    }
    $globals = [ordered]@{
        '--profile' = @('profile', 'the account to use; brings its own base URL and key')
        '--sandbox' = @('', 'the embedded service: the same as --profile sandbox')
        '--base-url' = @('-', 'send to this service instead of the profile’’s')
        '--json' = @('', 'one JSON document on stdout; a failure as the one line on stderr')
        '-q' = @('', 'ids only, or paths after a download, one a line; on stderr errors alone')
        '--quiet' = @('', 'ids only, or paths after a download, one a line; on stderr errors alone')
        '-v' = @('', 'show each request on stderr, without secrets')
        '--verbose' = @('', 'show each request on stderr, without secrets')
        '--color' = @('=auto always never', 'whether text is coloured')
        '--no-input' = @('', 'never ask anything')
        '-y' = @('', 'answer yes to every question')
        '--yes' = @('', 'answer yes to every question')
        '-V' = @('', 'print the version')
        '--version' = @('', 'print the version')
        '-h' = @('', 'display help for command')
        '--help' = @('', 'display help for command')
    }

    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.StartOffset -eq 0 } |
        ForEach-Object { $_.Extent.Text.Trim("'", '"') })
    $typed = $wordToComplete.Trim("'", '"')

    $path = ''
    $count = 0
    $kind = ''
    foreach ($word in $words | Select-Object -Skip 1) {
        $entry = $table[$path]
        if ($kind) { $kind = '' }
        elseif ($word -like '-*') {
            if ($entry.Flags.Contains($word)) { $kind = $entry.Flags[$word][0] }
            elseif ($globals.Contains($word)) { $kind = $globals[$word][0] }
        }
        elseif ($count -eq 0 -and $entry.Commands.Contains($word)) { $path = "$path $word".Trim() }
        else { $count++ }
    }
    $entry = $table[$path]

    # Each offer is a word and what it is; a word that PowerShell would read otherwise is quoted (@last above all).
    function Show-Offer($word, $says) {
        if (-not $word.StartsWith($typed)) { return }
        $text = $word
        if ($word -notmatch '^[A-Za-z0-9-][A-Za-z0-9./:_=-]*$') { $text = "'$word'" }
        if (-not $says) { $says = $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $says)
    }
    function Show-Kind($wanted) {
        if ($wanted.StartsWith('=')) { $wanted.Substring(1).Split(' ') | ForEach-Object { Show-Offer $_ '' } }
        elseif ($wanted -notin '', '-', 'file', 'folder', 'text') {
            $asked = if ($wanted -eq 'job-or-file') { 'job' } else { $wanted }
            & $words[0] __complete $asked $typed @($words | Select-Object -Skip 1) 2>$null | ForEach-Object {
                $parts = $_ -split "`t", 2
                Show-Offer $parts[0] $parts[1]
            }
        }
    }

    if ($kind) { Show-Kind $kind }
    elseif ($typed -like '-*') {
        foreach ($flags in $entry.Flags, $globals) {
            foreach ($flag in $flags.Keys) { Show-Offer $flag $flags[$flag][1] }
        }
    }
    else {
        if ($count -eq 0) {
            foreach ($name in $entry.Commands.Keys) { Show-Offer $name $entry.Commands[$name] }
        }
        $place = if ($entry.Repeats) { [Math]::Min($count, $entry.Arguments.Count - 1) } else { $count }
        if ($place -ge 0 -and $place -lt $entry.Arguments.Count) { Show-Kind $entry.Arguments[$place] }
    }
}
