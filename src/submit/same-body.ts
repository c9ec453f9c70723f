import { UsageError } from '../errors/endings.ts';
import type { Intent } from '../ledger/record.ts';
import { mediaNames } from '../request/difference/media-names.ts';
import { digestText } from '../request/digest-text.ts';
import { unsignedValue } from '../request/rules/signed-links.ts';
import { type ChangedPath, canonicalJson, changedPaths } from '../schema/json/canonical-json.ts';
import { readJson } from '../schema/json/read-json.ts';
import { redact } from '../text/redaction.ts';

/** Changes that a refusal names; the rest is counted. */
const namedChanges = 5;

/** One name is one job: another body under it is refused, saying what changed. Throws UsageError. */
export function assertSameBody(standing: Intent, wanted: Intent, jobId: string | undefined): void {
  if (hasSameBody(standing, wanted)) return;
  const changes = bodyChanges(standing, wanted).map(changeText);
  const more = changes.length > namedChanges ? [`and ${changes.length - namedChanges} more`] : [];
  const name = standing.once === null ? 'This key' : `The name ${JSON.stringify(standing.once)}`;
  throw new UsageError({
    code: 'body_changed',
    message: `${name} was used for another request${jobId === undefined ? '' : `, which is ${jobId}`}`,
    why: [...changes.slice(0, namedChanges), ...more].join('\n'),
    hint: standing.once === null ? 'another --idempotency-key' : '--revise submits it as a new job',
    jobId,
    idempotencyKey: standing.idempotency_key,
  });
}

/** Tells whether two intents ask for one thing, however their bodies are written and whoever signed their links. */
export function hasSameBody(one: Pick<Intent, 'body'>, other: Pick<Intent, 'body'>): boolean {
  return one.body === other.body || canonicalJson(comparedBody(one)) === canonicalJson(comparedBody(other));
}

/** Tells whether a body may have a link, which may have been signed when it was sent before. */
export function hasLink({ body }: Pick<Intent, 'body'>): boolean {
  return /https?:\/\//i.test(body);
}

/** Tells whether a link of a body is signed: then other bytes may ask for the same. */
export function hasSignedLink({ body }: Pick<Intent, 'body'>): boolean {
  if (!body.includes('?')) return false;
  return canonicalJson(comparedBody({ body })) !== canonicalJson(readJson(body));
}

function comparedBody({ body }: Pick<Intent, 'body'>): unknown {
  return unsignedValue(readJson(body));
}

/** The changes from one body to another, without those of signatures alone. */
function bodyChanges(before: Intent, after: Intent): ChangedPath[] {
  const paths = new Set(changedPaths(comparedBody(before), comparedBody(after)).map(({ path }) => path));
  return changedPaths(readJson(before.body), readJson(after.body)).filter(({ path }) => paths.has(path));
}

function changeText({ after, before, path }: ChangedPath): string {
  // A reference may be a whole picture, and a query hides all that it has: their names tell what is not the same.
  const names = mediaNames(before, after, digestText);
  const [old, now] = names === undefined ? [jsonText(before), jsonText(after)] : [names.before, names.after];
  const most = names === undefined ? 60 : 160;
  return `${path}: ${shown(old, most)} before, ${shown(now, most)} now`;
}

function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function shown(text: string | undefined, most: number): string {
  // The address of a callback is a secret.
  const safe = text === undefined ? 'absent' : redact(text);
  return safe.length > most ? `${safe.slice(0, most - 3)}…` : safe;
}
