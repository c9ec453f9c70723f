import type { Job } from '../../contract/job.ts';

/** What a service names with a word is told by this much of it. Unit: characters. */
const wordMost = 200;
/** A sentence of the service. Unit: characters. */
const sentenceMost = 2000;

/** A text as long as it needs to be told from others; what is cut off is shown to be. */
export function shortWord(text: string, most = wordMost): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const jobWords = ['model', 'media', 'created_at', 'completed_at', 'retention_until', 'deadline_at'];
const outputWords = ['type', 'content_type', 'expires_at'];

/**
 * A job whose words are words: a state, a code or a time of a megabyte is no use to anybody, and would be printed and kept at
 * every look. Ids and links stay as they are.
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

/** The named texts of an object, those that are there. */
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
