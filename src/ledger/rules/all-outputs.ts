import type { Output } from '../../service/job.ts';
import { hasLink, unlinkedOutput } from '../../service/output-link.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { DownloadedFile, JobRecord } from '../record.ts';

/**
 * Completes the outputs of a job that succeeded: it was paid for, so it owes a file for each output that its answer lists, and one at
 * least. An output without a link that can be read keeps its position, with an empty link. A link of `known` stays if the newer
 * answer has none in its place, and files keep their outputs.
 *
 * @param known the outputs as the record had them before.
 */
export function withAllOutputs(
  record: JobRecord,
  known: readonly Output[] = record.job.outputs ?? [],
): JobRecord {
  const { files, job } = record;
  if (job.status !== 'succeeded') return record;
  const outputs = withKnownLinks(listedOutputs(record), known);
  const isFound = record.lost_at !== undefined && outputs.every(hasLink);
  if (outputs === job.outputs && known === outputs && !isFound) return record;
  const { lost_at, ...others } = record;
  return {
    ...others,
    ...(lost_at === undefined || isFound ? {} : { lost_at }),
    job: { ...job, outputs: [...outputs] },
    files: movedFiles(files, known, outputs),
  };
}

/** No job has more outputs, so a longer list is of something else. */
const listedMost = 100;

/** The outputs that were read, each in its position in the answer, and those that could not be read between them. */
function listedOutputs({ intent, job, raw, route }: JobRecord): readonly Output[] {
  const { outputs = [] } = job;
  const { isPassThrough, medium = job.media, returnsLastFrame } = requestRoutes[route];
  const body = objectOf(raw);
  if (!isPassThrough) return inPositions(outputs, ownValue(body, 'outputs'), { isReadable: hasUrl, medium });
  if (medium === 'image') {
    const isReadable = (entry: unknown, position: number): boolean =>
      hasPicture(entry) || (position === 0 && hasText(body, 'media_url'));
    return inPositions(outputs, ownValue(body, 'data'), { isReadable, medium });
  }
  const last = outputs.at(-1);
  const hasStill = hasText(body, 'last_frame_media_url') || hasText(contentOf(body), 'last_frame_url');
  const isStill = last?.type === 'image' && (hasStill || last.url === '');
  // A body is one line of JSON, so a request for the still has these very words; within a prompt their quotes would be escaped.
  const isStillAsked = returnsLastFrame && intent?.body.includes('"return_last_frame":true') === true;
  const clips = isStill ? outputs.slice(0, -1) : outputs;
  if (clips.length > 0 && (isStill || !isStillAsked)) return outputs;
  return [
    ...(clips.length > 0 ? clips : [unlinkedOutput(medium)]),
    ...(isStill ? [last] : isStillAsked ? [unlinkedOutput('image')] : []),
  ];
}

/** A list of an answer: which of its entries can be read, and what they show. */
interface AnswerList {
  isReadable(entry: unknown, position: number): boolean;
  medium: string | undefined;
}

/** The outputs that were read, in the positions that they have in the list of the answer. */
function inPositions(
  outputs: readonly Output[],
  list: unknown,
  { isReadable, medium }: AnswerList,
): readonly Output[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list.slice(0, listedMost) : [];
  if (entries.length <= outputs.length) return outputs.length > 0 ? outputs : [unlinkedOutput(medium)];
  const readable = entries.map(isReadable);
  // If the outputs were read elsewhere in the answer, their positions are not known.
  const isInOrder = readable.filter(Boolean).length === outputs.length;
  const rest = [...outputs];
  return readable.map((isRead, position) => {
    const output = isInOrder ? (isRead ? rest.shift() : undefined) : outputs[position];
    return output ?? unlinkedOutput(medium);
  });
}

/** An answer without links takes none away that an earlier one had. */
function withKnownLinks(outputs: readonly Output[], known: readonly Output[]): readonly Output[] {
  if (outputs.every(hasLink)) return outputs;
  const further = outputs.slice(known.length);
  if (!outputs.some(hasLink) && known.some(hasLink))
    return further.length > 0 ? [...known, ...further] : known;
  if (outputs.length !== known.length) return outputs;
  const isKnown = outputs.some((output, position) => !hasLink(output) && hasLinkAt(known, position));
  return isKnown
    ? outputs.map((output, position) => (hasLink(output) ? output : (known[position] ?? output)))
    : outputs;
}

function hasLinkAt(outputs: readonly Output[], position: number): boolean {
  const output = outputs[position];
  return output !== undefined && hasLink(output);
}

/** The files of a job whose outputs have other positions by now: each stays that of its link. */
function movedFiles(
  files: readonly DownloadedFile[],
  before: readonly Output[],
  now: readonly Output[],
): DownloadedFile[] {
  return files.map((file) => {
    const output = before[file.index];
    if (output === undefined || !hasLink(output) || now[file.index]?.url === output.url) return file;
    const index = now.findIndex(({ url }) => url === output.url);
    return index === -1 ? file : { ...file, index };
  });
}

function hasUrl(entry: unknown): boolean {
  return ownText(objectOf(entry), 'url') !== undefined;
}

function hasPicture(entry: unknown): boolean {
  return ['url', 'b64_json'].some((name) => hasText(objectOf(entry), name));
}

function contentOf(body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return objectOf(ownValue(body, 'content'));
}

function hasText(object: Record<string, unknown> | undefined, name: string): boolean {
  return (ownText(object, name) ?? '') !== '';
}
