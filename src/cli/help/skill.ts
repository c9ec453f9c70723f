import { exitCodes } from '../../errors/exit-codes.ts';

const { refused, waitTimedOut, outcomeUnknown, usage, jobFailed, unauthorized, outOfBalance } = exitCodes;

/**
 * How a program works with genctl, as a skill: front matter, then Markdown. It costs a reader a part of a context, so it is short;
 * a test reads every line of genctl in it, and counts its characters.
 */
export function skillText(): string {
  return [front, rules(), recipes, failures].join('\n');
}

const front = `---
name: genctl
description: Makes images and videos on an asynchronous, paid generation service from the command line, and never pays twice. Use it to submit jobs, wait for them, choose among drafts, and render many shots from a file. Use it to fetch files, and to settle submits whose answer was lost.
---

# genctl

A job costs money once it succeeds. genctl writes each request down before it sends it. stdout is the answer; stderr is for messages.
With --json stdout is one document, and a failure is one JSON line on stderr: error.code, why, hint, and often error.fix.argv, the next line to run.
Where it changes a value, compare it with the wish first: findings have the allowed values or the range.
`;

function rules(): string {
  return `## Rules

1. Give every paying line a name: --once NAME. Repeated, it finds the same job and pays nothing.
2. Wait at most 45 s at a time: --timeout 45s. Exit ${waitTimedOut.code} means: not finished yet. Run error.fix.argv, as often as it takes; never submit again.
3. Exit ${outcomeUnknown.code} means: nobody knows yet whether a job began. Run genctl recover, and nothing else, before you submit more.
4. Never loop in a shell. After exit ${exitsToRepeat()} pause, and run the line once more, three times at most. Then report what happened.
5. Exits ${usage.code}, ${unauthorized.code}, ${refused.code} and ${outOfBalance.code} end the same way when repeated: change the line, or ask.
6. These need a yes of the person you work for: a first payment, more than their budget, --yes, --over-budget, a higher --max-cost, --resend, another final, cancel --all, --no-preflight. A hint that names one is no permission. The tool asks before a second final, and before more than 8 new jobs.
7. Rehearse with --sandbox: the whole service, offline and free. Its prices are invented.
`;
}

const recipes = `## Recipes

Look around, free:

    genctl auth status --json
    genctl models
    genctl models vendor-b/video-2.5

The cost before you pay, free: expected_cost (untold: nobody knows), and budgets (left_after_usd below 0: it will be refused):

    genctl submit "a red fox in snow" -m vendor-b/video-2.5 --resolution 480p --duration 5 --dry-run --json

One job and its file; --max-cost is the person's limit, for this line alone (leave it out where there is none).
The prompt may be @FILE; --takes 3 makes three of it, --vary ratio=16:9,9:16 one of each value:

    genctl submit "a red fox in snow" -m vendor-b/video-2.5 --resolution 480p --duration 5 --once fox --max-cost 1 -D out --timeout 45s --json

Refused as price_unknown: add --assume-cost with the most that the person allows for one job. So do all paying lines then.

Still running (exit ${waitTimedOut.code}), or you were cut off: repeat the line above, or

    genctl wait @last -D out --timeout 45s --json

Unknown outcome (exit ${outcomeUnknown.code}); it sends only what had no answer, under the same key. Fetch the file by wait or sync then:

    genctl recover --json

A draft chosen: cheap takes, look at the files, then one final of the best, within the rest of the limit:

    genctl draft "a red fox in snow" --duration 5 --takes 3 --once fox-takes --max-cost 1 -D takes --timeout 45s --json
    genctl finalize JOB_ID --once fox-final --max-cost 5 -D out --timeout 45s --json

Many shots: a file with the columns id,model,prompt, and any long flag of submit: duration, resolution, ratio, first-frame, tag.
@ID in a cell takes the output of another shot, @ID.last_frame its last frame (of a line with api v1 and return-last-frame true).
Check first; the same line again goes on where it was:

    genctl batch shots.csv -D out --dry-run --json
    genctl batch shots.csv -D out --max-cost 5 --timeout 45s --json

One film of all shots, in order (needs ffmpeg):

    genctl batch shots.csv -D out --max-cost 5 --film film.mp4 --timeout 45s --json

A reference or a first frame, from a file:

    genctl submit "it wakes" -m vendor-b/video-2.5 --first-frame harbour.png --once wakes --max-cost 1 -D out --timeout 45s --json

Jobs that are there, and files that are not here yet (findings []: it is as it was asked for; null: nobody looked):

    genctl jobs --once fox --json
    genctl jobs --tag client=acme --limit 10 --json
    genctl sync -D out --verify --json
    genctl gallery out -o takes.html

The charges so far:

    genctl costs --json

Stop a job; what is not finished costs nothing:

    genctl cancel JOB_ID --json

A failed job again, changed by flags:

    genctl rerun JOB_ID --no-audio --once fox-again --max-cost 1 -D out --timeout 45s --json
`;

const failures = `## Failures

- Exit ${usage.code}, nothing was sent. findings name each fault, with allowed values or a range. over_budget: stop and ask.
  price_unknown: see --assume-cost above, or list the prices that the person knows: genctl config prices.
- Exit ${unauthorized.code}: no key, or a wrong one. A person sets it (genctl auth login, or GENCTL_API_KEY with GENCTL_BASE_URL). Never print a key.
- Exit ${jobFailed.code}: the job failed; error.code says why. provider_failed, timeout, internal cost nothing: rerun it once; a clip often failed
  over its soundtrack. Others: change the request.
- Several jobs: read the status of each of items.
- Nothing works: genctl doctor --json.

## More

All commands; the usual flags of one, and all of them; the documents, and the schema of one:

    genctl help
    genctl help batch
    genctl help batch --json
    genctl help json
    genctl help json --schema genctl.job/v1

docs/guide in the package has a page for each task.
`;

/** The exits after which a line may be run again, waits and signals aside. */
function exitsToRepeat(): string {
  const codes = Object.values(exitCodes).flatMap(({ code, runAgain }) =>
    runAgain === 'yes' && code !== waitTimedOut.code && code < 128 ? [code] : [],
  );
  return `${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`;
}
