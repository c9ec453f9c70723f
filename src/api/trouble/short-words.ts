import type { Job } from '../../service/job.ts';

/** Words such as states and codes are cut to this length. Unit: characters. */
const wordMost = 200;
/** Sentences of the service are cut to this length. Unit: characters. */
const sentenceMost = 2000;

/** Cuts a long text; an ellipsis shows the cut. */
export function shortWord(text: string, most = wordMost): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const jobWords = ['model', 'media', 'created_at', 'completed_at', 'retention_until', 'deadline_at'];
const outputWords = ['type', 'content_type', 'expires_at'];

/**
 * Cuts the words of a job to a sensible length: nobody can use a state or a code of a megabyte, and every look would print and
 * store it. Ids and links stay as they are.
 */
export function withShortWords(job: Job): Job {
  const { error, outputs } = job;
  return {
    ...job,
    ...shortened(job, jobWords),
    status: shortWord(job.status),
    ...(error === undefined ? {} : { error: shortError(error) }),
    ...(outputs === undefined
      ? {}
      : { outputs: outputs.map((one) => ({ ...one, ...shortened(one, outputWords) })) }),
  };
}

function shortError(error: NonNullable<Job['error']>): NonNullable<Job['error']> {
  const { message } = error;
  const codes = shortened<Record<string, unknown>>(error, ['code', 'provider_code']);
  return {
    ...error,
    ...codes,
    ...(message === undefined ? {} : { message: shortWord(message, sentenceMost) }),
  };
}

/** Shortens those of the named fields that are texts, and returns them. */
function shortened<Fields extends Record<string, unknown>>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> {
  const texts = names.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? [[name, shortWord(value)] as const] : [];
  });
  return Object.fromEntries(texts) as Partial<Fields>;
}
