import { chargeWords } from '../../cli/paying-commands.ts';
import type { JobDocument } from '../../ledger/job-document.ts';
import { askedFields } from '../../service/body/asked-fields.ts';
import { familyOf } from '../../service/families/index.ts';
import type { JobErrorCode } from '../../service/job.ts';
import { mediaValues } from '../../service/wire/media-fields.ts';
import { gaps, hasGap } from '../../text/gaps.ts';
import { shellQuote } from '../../text/shell-quote.ts';

interface ErrorRow {
  means: string;
  help: string;
  /** Advice for a job; unless given, or where it has none, the help in words. */
  advise?: (job: FailedJob) => JobAdvice | undefined;
}

const attempts = ['--attempts', '3'];

/** The codes of a failed job: what each means, and what helps. @see service document §7.1 */
export const jobErrorAdvice: Readonly<Record<JobErrorCode, ErrorRow>> = {
  provider_rejected: {
    means: 'the model refused the request before rendering',
    help: 'change the request: its words, its media, or a parameter',
    advise: rejected,
  },
  provider_failed: {
    means: 'the model started and failed; for video, mostly over the soundtrack',
    help: 'run it again (or use --attempts); for video, with --no-audio',
    advise: (job) => (mayBeSilent(job) ? withoutSound(job) : again(job, attempts)),
  },
  timeout: {
    means: 'it did not finish in time',
    help: 'run it again',
    advise: (job) => again(job, attempts),
  },
  expired: {
    means: 'it ran longer than its model allows',
    help: 'run it again, shorter or smaller',
    advise: lesser,
  },
  canceled: { means: 'you canceled it', help: 'there is nothing to fix' },
  quota_exceeded: {
    means: "the account's storage is full",
    help: 'make room, then run it again',
    advise: (job) => ({ says: 'make room first', command: again(job).command }),
  },
  output_too_large: {
    means: 'the file is larger than allowed',
    help: 'ask for less: a shorter clip, a lower resolution',
    advise: lesser,
  },
  unsupported_media: {
    means: 'the result could not be stored',
    help: 'try another --output-format, or run it again',
    advise: (job) => (job.media === 'image' || job.draft_of !== null ? again(job) : undefined),
  },
  internal: {
    means: "the service's own fault",
    help: 'run it again',
    advise: (job) => again(job, attempts),
  },
};

/** The fields of a job that decide how it can be made again. */
export type FailedJob = Pick<
  JobDocument,
  'id' | 'route' | 'model' | 'media' | 'draft_of' | 'prompt' | 'request' | 'rendered'
> & {
  error: Pick<NonNullable<JobDocument['error']>, 'code'> | null;
};

/** Advice after a failure: a command where one helps, and in words what that cannot say. */
export interface JobAdvice {
  says?: string | undefined;
  /** Behind the program's name: `rerun ID --no-audio`. */
  command?: readonly string[] | undefined;
}

/**
 * Advice after a job's failure. It depends on the job: a picture has no sound to leave out, and a final depends on its draft. Undefined for
 * an unknown code.
 * @see service document §7.1
 */
export function adviceOn(job: FailedJob): JobAdvice | undefined {
  const code = job.error?.code ?? '';
  if (!Object.hasOwn(jobErrorAdvice, code)) return undefined;
  const { advise, help } = jobErrorAdvice[code as JobErrorCode];
  return advise?.(job) ?? { says: help };
}

/** An advice on one line, in words alone: whoever looks at a job must not be led to a line that pays. */
export function adviceLine({ command, says }: JobAdvice): string {
  const words = command === undefined ? undefined : newJobWords(command);
  return [says, words].filter((part) => part !== undefined).join(': ');
}

/** `rerun with --no-audio makes a new job, with a charge of its own`. A value to fill in is left out. */
function newJobWords([name = '', , ...flags]: readonly string[]): string {
  const shown = flags.filter((word) => !hasGap(word)).map((word) => shellQuote(word));
  const withFlags = shown.length === 0 ? name : `${name} with ${shown.join(' ')}`;
  return chargeWords(withFlags);
}

/**
 * Advice for a request that the model refused. Its fit to the model was checked before it was sent, so the list of models would say nothing
 * new.
 */
function rejected(job: FailedJob): JobAdvice {
  const { draft_of: draft, id, request } = job;
  const isEmpty = isWordless(job);
  if (draft !== null && !isEmpty) return newDraft(draft);
  const says = isEmpty ? 'it has no words' : 'change the request, such as its words';
  const isKnown = isEmpty || request !== null;
  return isKnown ? { says, command: ['rerun', draft ?? id, '--prompt', gaps.prompt] } : { says };
}

/** Tells whether a job asked for nothing: no words, and no picture, clip or sound. Those of a final are its draft's. */
function isWordless({ draft_of, prompt, rendered, request }: FailedJob): boolean {
  const asked = draft_of === null ? request : rendered;
  return asked !== null && (prompt ?? '').trim() === '' && mediaValues(askedFields(asked)).length === 0;
}

/** The service checks the sound after the clip is rendered, and that is where most clips fail. §7.1 */
function withoutSound(job: FailedJob): JobAdvice {
  return {
    says: 'clips fail mostly over their sound; without it',
    command: again(job, ['--no-audio']).command,
  };
}

function lesser(job: FailedJob): JobAdvice {
  if (job.draft_of !== null) return newDraft(job.draft_of);
  if (job.media === 'image') return { says: 'ask for less: a smaller picture' };
  const says = 'ask for less: a shorter clip, a lower resolution';
  const flags = lesserFlags(job);
  return flags === undefined ? { says } : again(job, flags);
}

/** The next lower resolution, or half the length where there is none lower. Undefined where the model has no such options. */
function lesserFlags({ model, request }: FailedJob): string[] | undefined {
  const table = familyOf(model ?? '')?.options;
  if (table === undefined || request === null) return undefined;
  const { duration, resolution = '720p' } = askedFields(request);
  const tiers: readonly unknown[] = table.resolution;
  const lower = table.resolution[tiers.indexOf(resolution) - 1];
  if (lower !== undefined) return ['--resolution', lower];
  const half = Math.floor(Number(duration ?? 0) / 2);
  return half >= table.duration.least ? ['--duration', String(half)] : undefined;
}

/** A final fails because of its draft, or because of the draft's age. */
function newDraft(draft: string): JobAdvice {
  return { says: 'make a new draft', command: ['rerun', draft] };
}

/** Advice to send the request again; without a command where the request of a job from elsewhere is not known here. */
function again({ id, request }: FailedJob, flags: readonly string[] = []): JobAdvice {
  return request === null ? { says: 'run it again' } : { command: ['rerun', id, ...flags] };
}

/** Tells whether the job had a soundtrack and can be made again without one. */
function mayBeSilent({ draft_of, media, model, request }: FailedJob): boolean {
  if (request === null || media === 'image' || draft_of !== null) return false;
  return familyOf(model ?? '')?.options !== undefined && askedFields(request).generate_audio !== false;
}
