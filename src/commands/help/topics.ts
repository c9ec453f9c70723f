import { documentNames } from '../../cli/documents/names.ts';
import { environmentVariables } from '../../cli/help/environment-variables.ts';
import { execVariables } from '../../follow/exec-variables.ts';
import { routes } from '../../service/routes.ts';

export function environmentTopic(): string[] {
  return [
    'A value comes from its flag, else the environment, the project file, the profile, the settings, the default.',
    'An empty variable is an unset one.',
    '',
    ...aligned(environmentVariables),
    '',
    'With --profile or --sandbox genctl does not read GENCTL_BASE_URL and GENCTL_API_KEY.',
    'A .genctl.json in the working folder, or above it up to the repository’s root, holds request defaults, and names for references.',
    '',
    'A command of --exec gets these variables of its job, as far as known, and no keys or passwords:',
    '',
    ...aligned(execVariables),
    '',
    'genctl runs it by sh -c (on Windows cmd /d /s /c), without stdin, for each finished job, after its files are here, one job',
    'at a time. If it ended with 0, genctl does not run it again for that job; else the next run does. A genctl',
    'inside it reads GENCTL_MODEL and GENCTL_PROFILE as its own.',
  ];
}

export function jsonTopic(): string[] {
  return [
    'With --json a command prints one document on stdout; its schema field names its shape. Fields are only ever',
    'added, and absent values are null. A failure is the one line on stderr, and stdout still has the last known',
    'state of a job that exists.',
    '',
    ...aligned(Object.entries(documentNames)),
    '',
    'The JSON Schema of one: genctl help json --schema genctl.job/v1',
    '',
    'A job: id route profile model status media created_at completed_at deadline_at retention_until retry_after',
    'cost_usd outputs error provider_code idempotency_key once attempt batch tags draft_of finals replayed request raw',
    'raw is the whole body of a v1 poll; on v2 null, but for an answer whose outputs could not be read.',
    'Values of the service are kept to the last digit: a whole number too long for a double is a text, and so is anything',
    'nested deeper than 256 levels.',
    'An output: url type content_type expires_at path bytes sha256 copies',
    'A failure: {"error":{"code","message","hint","retryable","exit_code","job_id","idempotency_key",',
    '  "provider_code","why"}}; "findings" where checks refused it; "fix" where a program can fix it: "argv" is the',
    '  line as it was typed with the change made, ready to be run, "allowed" the values or "range" ("least", "most",',
    '  "unit") where one value was wrong',
    '',
    ...eventLines(),
  ];
}

function eventLines(): string[] {
  return [
    'With --events stdout has a JSON object a line, from when the command line was understood; each has event and at (ISO 8601):',
    '',
    ...aligned([
      ['started', 'schema, version; always the first'],
      ['submitted', 'job_id model replayed created_at'],
      ['state', 'job_id status previous age_ms'],
      ['retrying', 'what reason attempt delay_ms'],
      ['upload', 'where bytes'],
      ['download, download_failed', 'job_id index path; of one that failed reason, null after a signal'],
      [
        'file',
        'job_id index path bytes sha256 fetched (false where it was here already); whole and recorded',
      ],
      ['verified', 'job_id index path findings, each with rule severity message; none where all is as asked'],
      [
        'exec',
        'job_id state (started, done, done_before, failed, interrupted) exit_code signal reason took_ms',
      ],
      ['warning', 'message'],
      ['summary', 'exit_code error jobs, each as genctl.job/v1; always the last, but for a second Ctrl-C'],
    ]),
    '',
    'Of a batch besides:',
    '',
    ...aligned([
      [
        'line',
        'line id state (sent, done, lost, left, unsent, held) job_id status attempt cost_usd code message',
      ],
      [
        'pace',
        'limit limit_is (sought, found, given) running fetching next_submit_in_ms stopped spent_usd max_cost_usd',
      ],
      ['summary', 'exit_code error done failed uncertain held unpicked left unsent cost_usd, and no jobs'],
    ]),
    '',
    'Of a worker besides:',
    '',
    ...aligned([
      ['worker', 'worker queue slots metrics_url; it begins to take lines'],
      [
        'line',
        'shot state (taken, done, lost, given_back, put_off, lock_lost) job_id code message, with BATCH/ID as shot',
      ],
      ['summary', 'exit_code error done lost given_back, and no jobs'],
    ]),
    '',
    'Lines and fields are only ever added. If nobody reads them any more, genctl drops them and keeps working.',
  ];
}

export function routesTopic(): string[] {
  const rows = Object.values(routes).map(
    ({ method, path, section }) => [`${method} ${path}`, section] as const,
  );
  return [
    'Which way a request goes: v2 (--api v2) unless its model is a spicy/ id. --api v1 chooses the route of the model’s',
    'family; --route names it: tasks, images or spicy; --sync is images answered at once; refs is a command of its own.',
    'A job of this machine needs no flag again; one from elsewhere needs --api v1 --route ROUTE, unless it is of v2.',
    '',
    'v1 has no idempotency key: a submit whose answer was lost is never sent again, and --once holds on this machine only.',
    'v1 has no cancel and no callback. Its links end within the hour: files are fetched at once.',
    '',
    'The routes of the service, with the section of its document:',
    '',
    ...aligned(rows),
  ];
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`);
}
