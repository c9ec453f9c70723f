import { familyOf } from '../../contract/families/index.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import type { JobErrorCode } from '../../contract/wire-error.ts';
import { askedFields } from '../../rules/request/asked-fields.ts';
import type { JobDocument } from './job-document.ts';
import { shellQuote } from './shell-quote.ts';

/** The codes of a failed job: what each means, and what helps. @see service document §7.1 */
export const jobErrorAdvice = {
  provider_rejected: {
    means: 'the model refused the request before rendering',
    help: 'change the request; `genctl models MODEL` says what the model takes',
  },
  provider_failed: {
    means: 'the model took the request and did not finish; on video mostly over the soundtrack',
    help: 'run it again (--attempts does it by itself), on video with --no-audio',
  },
  timeout: { means: 'it was not done in time', help: 'run it again' },
  expired: { means: 'it ran past its longest runtime', help: 'run it again, shorter or smaller' },
  canceled: { means: 'you canceled it', help: 'there is nothing to mend' },
  quota_exceeded: { means: "the account's storage is full", help: 'make room, then run it again' },
  output_too_large: {
    means: 'the file came out larger than allowed',
    help: 'ask for less: a shorter clip, a lower resolution',
  },
  unsupported_media: {
    means: 'the result could not be stored',
    help: 'try another --output-format, or run it again',
  },
  internal: { means: "the service's own fault", help: 'run it again' },
} as const satisfies Record<JobErrorCode, { means: string; help: string }>;

/** The fields of a job that decide how it can be made again. */
export type FailedJob = Pick<JobDocument, 'id' | 'route' | 'model' | 'media' | 'draft_of' | 'request'> & {
  error: Pick<NonNullable<JobDocument['error']>, 'code'> | null;
};

/**
 * What helps after a job's failure. It depends on the job: a picture has no sound to leave out, and a final depends on its
 * draft. Undefined for an unknown code.
 * @see service document §7.1
 */
export function adviceOn(job: FailedJob): string | undefined {
  const code = job.error?.code ?? '';
  switch (code) {
    case 'provider_rejected':
      return rejected(job);
    case 'provider_failed':
      return again(job, { repeats: true, silent: mayBeSilent(job) });
    case 'timeout':
    case 'internal':
      return again(job, { repeats: true });
    case 'quota_exceeded':
      return `make room, then ${again(job)}`;
    case 'expired':
    case 'output_too_large':
      return lesser(job);
    case 'unsupported_media':
      return job.media === 'image' || job.draft_of !== null ? again(job) : usualHelp(code);
    default:
      return usualHelp(code);
  }
}

function rejected({ draft_of: draft, model, route }: FailedJob): string {
  if (draft !== null) return newDraft(draft);
  // `genctl models` lists only the models of v2.
  return model === null || !requestRoutes[route].hasModelList
    ? 'change the request'
    : `change the request; what the model takes: genctl models ${shellQuote(model)}`;
}

function lesser(job: FailedJob): string {
  if (job.draft_of !== null) return newDraft(job.draft_of);
  return job.media === 'image'
    ? 'ask for less: a smaller picture'
    : 'ask for less: a shorter clip, a lower resolution';
}

/** A final fails because of its draft, or because of the draft's age. */
function newDraft(draft: string): string {
  return `make a new draft: genctl rerun ${shellQuote(draft)}`;
}

function again(job: FailedJob, { repeats = false, silent = false } = {}): string {
  // The request of a job from elsewhere is not known here.
  if (job.request === null) return 'run it again';
  const flags = `${repeats ? ' --attempts 3' : ''}${silent ? ' --no-audio' : ''}`;
  const without = silent ? ', without the sound, over which clips fail most' : '';
  return `run it again${without}: genctl rerun ${shellQuote(job.id)}${flags}`;
}

/** Whether the job had a soundtrack and can be made again without one. */
function mayBeSilent({ draft_of, media, model, request }: FailedJob): boolean {
  if (media === 'image' || draft_of !== null || familyOf(model ?? '')?.options === undefined) return false;
  return askedFields(request).generate_audio !== false;
}

function usualHelp(code: string): string | undefined {
  return Object.hasOwn(jobErrorAdvice, code) ? jobErrorAdvice[code as JobErrorCode].help : undefined;
}
