import { type DocumentName, documentNames } from '../../cli/documents/names.ts';
import { environmentVariables } from '../../cli/help/environment-variables.ts';
import { execVariables } from '../../follow/exec-variables.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { routes } from '../../service/routes.ts';
import { alignRows, type Row } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';

export function environmentTopic(look: Look): string[] {
  return [
    'A value comes from its flag, else the environment, the project file, the profile, the settings, the default.',
    'An empty variable is an unset one.',
    '',
    ...alignRows(environmentVariables, look, 2),
    '',
    'With --profile or --sandbox genctl does not read GENCTL_BASE_URL and GENCTL_API_KEY.',
    'A .genctl.json in the working folder, or above it up to the repository’s root, holds request defaults, and names for references.',
    '',
    'A command of --exec gets these variables of its job, as far as known, and no keys or passwords:',
    '',
    ...alignRows(execVariables, look, 2),
    '',
    'genctl runs it by sh -c (on Windows cmd /d /s /c), without stdin, for each finished job, after its files are here, one job',
    'at a time. If it ended with 0, genctl does not run it again for that job; else the next run does. A genctl',
    'inside it reads GENCTL_MODEL and GENCTL_PROFILE as its own.',
  ];
}

/** The part of a JSON Schema that `help json` reads. */
interface Shape {
  description?: string;
  const?: string;
  enum?: readonly (string | null)[];
  properties?: Readonly<Record<string, Shape>>;
  anyOf?: readonly Shape[];
  items?: Shape;
}

/** `schemaOf` gives the JSON Schema of a document, as the package has it. */
export function jsonTopic(look: Look, schemaOf: (name: DocumentName) => string): string[] {
  const shapeOf = (name: DocumentName): Shape => readJson(schemaOf(name)) as Shape;
  const job = shapeOf('genctl.job/v1');
  const output = job.properties?.outputs?.anyOf?.find(({ items }) => items !== undefined)?.items;
  const events = shapeOf('genctl.events/v1').anyOf ?? [];
  return [
    'With --json a command prints one document on stdout; its schema field names its shape. Fields are only ever',
    'added, and absent values are null. A failure is the one line on stderr, and stdout still has the last known',
    'state of a job that exists.',
    '',
    ...alignRows(Object.entries(documentNames), look, 2),
    '',
    'The JSON Schema of one: genctl help json --schema genctl.job/v1',
    '',
    ...alignRows(
      [
        ['A job', fieldsOf(job)],
        ['An output', fieldsOf(output)],
      ],
      look,
    ),
    'raw is the whole body of a v1 poll; on v2 null, but for an answer whose outputs could not be read.',
    'Values of the service are kept to the last digit: a whole number too long for a double is a text, and so is anything',
    'nested deeper than 256 levels.',
    'A failure: {"error":{"code","message","hint","fix","retryable","exit_code","job_id","idempotency_key",',
    '  "provider_code","why"}}; "findings" where checks refused it; "fix" is null, or where a program can fix it "argv",',
    '  the line as it was typed with the change made, ready to be run, and "allowed", the values, or "range" ("least",',
    '  "most", "unit") where one value was wrong',
    '',
    'With --events stdout has a JSON object a line, from when the command line was understood; each has event and at (ISO 8601):',
    '',
    ...alignRows(events.map(eventRow), look, 2),
    '',
    'started is always the first, summary always the last, but for a second Ctrl-C.',
    'Lines and fields are only ever added. If nobody reads them any more, genctl drops them and keeps working.',
  ];
}

function fieldsOf(shape: Shape | undefined): string {
  return Object.keys(shape?.properties ?? {}).join(' ');
}

function eventRow(line: Shape): Row {
  const { description = '', properties = {} } = line;
  const { event, at: _, ...others } = properties;
  const fields = Object.entries(others)
    .map(([name, { enum: values }]) => (values === undefined ? name : `${name} (${values.join(', ')})`))
    .join(' ');
  return [event?.const ?? '', description === '' ? fields : `${fields}. ${description}`];
}

export function routesTopic(look: Look): string[] {
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
    ...alignRows(rows, look, 2),
  ];
}
