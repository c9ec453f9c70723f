import { familyOf } from '../contract/families/index.ts';
import { UsageError } from '../errors/usage-error.ts';
import { nodeOs } from '../files/lazy-node.ts';
import { parseDurationMs } from '../rules/duration.ts';
import { checkNameTemplate } from '../rules/file-name.ts';
import { optionRefusal } from '../rules/flag-refusal.ts';
import type { Recipient } from '../rules/recipient.ts';
import type { RequestWords } from '../rules/request-body.ts';
import type { ProjectFieldName } from '../store/project-fields.ts';
import { findProjectFile } from '../store/project-file.ts';
import { type StoredSettings, settingValues } from '../store/settings.ts';
import type { Surroundings } from './surroundings.ts';

/** What requests and journeys default to where the command line is silent. */
export interface Defaults {
  model: string | undefined;
  /** Flat options by their wire names. */
  options: Readonly<Record<string, unknown>>;
  count: number | undefined;
  promptEnhance: string | undefined;
  dir: string | undefined;
  name: string | undefined;
  /** Unit: ms; 0: never. */
  timeoutMs: number | undefined;
  /** Unit: ms. */
  intervalMs: number | undefined;
  concurrency: number | undefined;
  /** When the terminal rings at the end of a wait. */
  bell: 'never' | 'long' | 'always';
  /** How long the service is trusted to know a key. Unit: ms. */
  idempotencyWindowMs: number;
}

/** The service document does not say how long a key is kept; a day is what services of its kind promise. Unit: ms. */
const usualIdempotencyWindowMs = 24 * 60 * 60 * 1000;

/** The fields of a project file that are options of a request's input. */
const optionNames = [
  'resolution',
  'duration',
  'ratio',
  'output_format',
  'generate_audio',
  'bitrate_mode',
  'return_last_frame',
  'watermark',
  'seed',
  'omni_reference_task_type',
] as const satisfies ProjectFieldName[];

/** Environment, project file, profile, settings, in that order. Throws UsageError for a value that can't be used. */
export function readDefaults(
  around: Surroundings,
  stored: StoredSettings,
  profileModel: string | undefined,
): Defaults {
  const { environment, workingFolder } = around;
  const project =
    findProjectFile({ workingFolder, userFolder: environment.HOME || nodeOs().homedir() })?.defaults ?? {};
  const settings = settingValues(stored);
  const name = project.name ?? settings.name;
  return {
    model: environment.GENCTL_MODEL || (project.model ?? profileModel ?? settings.model),
    options: Object.fromEntries(optionNames.map((option) => [option, project[option]])),
    count: project.count,
    promptEnhance: project.prompt_enhance,
    dir: project.dir ?? settings.dir,
    name: name === undefined ? undefined : checkNameTemplate(name),
    timeoutMs: durationOf('timeout', project.timeout ?? settings.timeout),
    intervalMs: durationOf('interval', project.interval ?? settings.interval),
    concurrency: project.concurrency ?? settings.concurrency,
    bell: settings.bell ?? 'never',
    idempotencyWindowMs:
      durationOf('idempotency_window', settings.idempotency_window) ?? usualIdempotencyWindowMs,
  };
}

/**
 * Fills what the command line left open. A body or an input given whole stays as it is: defaults are for requests that
 * are put together from flags.
 */
export function withDefaults(words: RequestWords, defaults: Defaults): RequestWords {
  const model = words.model ?? (words.body === undefined ? defaults.model : undefined);
  if (words.body !== undefined || words.input !== undefined) return { ...words, model };
  const options = { ...defaults.options };
  for (const [name, value] of Object.entries(words.options)) options[name] = value ?? options[name];
  return {
    ...words,
    model,
    options,
    count: words.count ?? defaults.count,
    promptEnhance: words.promptEnhance ?? defaults.promptEnhance,
  };
}

/**
 * Of what is usual here, what the request can take: a project has requests of several kinds, and only what is asked for by
 * name is refused by name.
 */
export function defaultsFor(defaults: Defaults, recipient: Recipient): Defaults {
  const { model, route } = recipient;
  const { count, options, promptEnhance } = defaults;
  const taken = Object.entries(options).filter(
    ([name, value]) => optionRefusal(name, value, recipient) === undefined,
  );
  const isEnhanced = route === 'jobs' && familyOf(model)?.promptEnhance === true;
  return {
    ...defaults,
    options: Object.fromEntries(taken),
    count: route === 'jobs' || route === 'images' ? count : undefined,
    promptEnhance: isEnhanced ? promptEnhance : undefined,
  };
}

function durationOf(name: string, text: string | undefined): number | undefined {
  const ms = text === undefined ? undefined : parseDurationMs(text);
  if (text === undefined || ms !== undefined) return ms;
  throw new UsageError({
    code: 'setting_invalid',
    message: `${name} can't be ${JSON.stringify(text)}`,
    why: 'it takes a duration such as 90s, 10m or 0',
    hint: `genctl config set ${name} 10m, or mend .genctl.json`,
  });
}
