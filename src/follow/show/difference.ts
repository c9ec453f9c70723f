import type { DocumentFields } from '../../cli/documents/index.ts';
import { documentJson } from '../../ledger/job-document.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { renderedRequests } from '../../ledger/rendered-requests.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { type ComparedRequest, fieldFlag, requestChanges } from '../../request/difference/request-changes.ts';
import { digestText } from '../../request/digest-text.ts';
import type { Job } from '../../service/job.ts';
import { isOver, lifetimeMs } from '../../service/lifecycle.ts';
import { objectOf } from '../../text/json-object.ts';
import { type EarlierRequest, earlierRequest } from '../send/earlier-request.ts';

/**
 * Says what differs between two requests, in the words of the flags, and what became of each: cost, time, result. Each is a job of
 * this machine, or the JSON beside a download.
 */
export async function showDifference(
  context: OutputMeans,
  { after, before }: { before: string; after: string },
): Promise<void> {
  const { clock, globals, terminal } = context;
  const sides = { before: await sideOf(context, before), after: await sideOf(context, after) };
  const changes = requestChanges(sides.before.request, sides.after.request, digestText);
  const named = changes.map((change) => ({ ...change, ...fieldFlag(change.name) }));
  if (globals.json) {
    const fields = named.map(({ after, before, flag, name }) => ({
      name,
      flag,
      before: before ?? null,
      after: after ?? null,
    }));
    const facts = { before: sides.before.facts, after: sides.after.facts };
    const document = { same: fields.length === 0, fields, ...facts };
    terminal.out.write(documentJson('genctl.diff/v1', document, terminal.out));
  } else if (globals.quiet) terminal.out.lines(named.map(({ label }) => label));
  else {
    const { renderDifference } = await import('../../request/difference/difference.ts');
    await shortenIds(context, [sides.before.name, sides.after.name]);
    const shown = { ...sides, changes: named, digest: digestText };
    terminal.out.lines(renderDifference(shown, terminal.out, clock.nowMs()));
  }
}

/** One side of a comparison: the request of a job or of a sidecar, and its result. */
interface DiffSide {
  /** As a person knows it: the job's id, or the sidecar as it was typed. */
  name: string;
  request: ComparedRequest;
  facts: DocumentFields<'genctl.diff/v1'>['before'];
  /** When its state was last seen, where that was not its last; ISO 8601. */
  seenAt: string | undefined;
}

/** Reads one side from the ledger and from the sidecar that is named. Throws as `earlierRequest` does. */
async function sideOf(context: OutputMeans, word: string): Promise<DiffSide> {
  const earlier = await earlierRequest(context, word, { command: 'show' });
  const { sidecar } = earlier;
  const record = earlier.record ?? (await recordOf(context, sidecar?.jobId));
  const request = await comparedRequest(context, earlier, record);
  const name = sidecar === undefined ? (record?.id ?? word) : word;
  const seenAt = record === undefined || isOver(record.job) ? undefined : record.seen_at;
  return { name, request, facts: factsOf(record, earlier), seenAt };
}

async function recordOf(context: OutputMeans, id: string | undefined): Promise<JobRecord | undefined> {
  return id === undefined ? undefined : (await context.ledger()).find(id);
}

/** A final is compared as it is rendered: with the words and the settings of its draft. @see service document §3 */
async function comparedRequest(
  context: OutputMeans,
  { body, route }: EarlierRequest,
  record: JobRecord | undefined,
): Promise<ComparedRequest> {
  const intent = record?.intent ?? undefined;
  // The first records of intents have no such field.
  const isFinal = (intent?.draft_of ?? undefined) !== undefined;
  if (record === undefined || !isFinal) return { route, body, marks: intent?.batch?.fields };
  const rendered = (await renderedRequests(context, [record]))(record);
  return { route, body: objectOf(rendered) ?? body };
}

/** The ledger goes before the sidecar. A file beside a sidecar says that its job succeeded. */
function factsOf(
  record: JobRecord | undefined,
  { profile, route, sidecar, tags }: EarlierRequest,
): DiffSide['facts'] {
  const job: Partial<Job> & { status: string } = record?.job ?? { ...sidecar?.job, status: 'succeeded' };
  const tookMs = lifetimeMs(job);
  return {
    id: record?.id ?? sidecar?.jobId ?? null,
    sidecar: sidecar?.path ?? null,
    model: job.model ?? record?.intent?.model ?? null,
    route: record?.route ?? route,
    profile: record?.profile ?? profile ?? null,
    status: job.status,
    error_code: job.error?.code ?? null,
    cost_usd: job.cost_usd ?? null,
    took_seconds: tookMs === undefined ? null : tookMs / 1000,
    tags: (record === undefined ? tags : record.intent?.tags) ?? null,
  };
}
