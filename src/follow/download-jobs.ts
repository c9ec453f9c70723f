import { homePlaces } from '../account/home.ts';
import { keyMend } from '../account/keys/credentials.ts';
import { pollRecord, wayOf } from '../api/ways/index.ts';
import { namesBeginning } from '../files/name-template.ts';
import { createTaskGroup, inTurn } from '../files/task-group.ts';
import { withState } from '../ledger/keep-state.ts';
import { forJobs } from '../ledger/ledger-means.ts';
import type { JobRecord } from '../ledger/record.ts';
import { picturesFolder } from '../ledger/records/pictures.ts';
import { renderedOf } from '../ledger/rendered-requests.ts';
import type { FilePlace } from '../outputs/destinations/file-place.ts';
import { openPlace } from '../outputs/destinations/open-place.ts';
import { type DownloadPorts, downloadOutputs } from '../outputs/download.ts';
import { fetchOutput } from '../outputs/downloads/downloads.ts';
import { createFileSink } from '../outputs/downloads/file-sink.ts';
import type { FilePlan } from '../outputs/journey.ts';
import { fetchByLinks, type LinkSource } from '../outputs/keep/fetch-output.ts';
import { type FileKeeping, keepFiles } from '../outputs/keep/keep-files.ts';
import { type OutputMeans, requestMeans } from '../outputs/output-means.ts';
import type { Output } from '../service/job.ts';
import { hasLink } from '../service/output-link.ts';
import { requestRoutes } from '../service/request-route.ts';
import { type BroughtHome, bringHome } from './bring-home.ts';
import { loosenHeap } from './heap-growth.ts';
import { lookForLinks } from './look-for-links.ts';

/**
 * Downloads the outputs of finished jobs, a few at a time, and resolves with what became of each, in their order. Rejects for a
 * defect only.
 */
export async function downloadJobs(
  given: OutputMeans,
  records: readonly JobRecord[],
  plan: FilePlan,
): Promise<BroughtHome[]> {
  const context = forJobs(given, records.length);
  if (records.length > plan.concurrency) loosenHeap();
  const tasks = createTaskGroup();
  const turns = inTurn(tasks, plan.concurrency);
  const ports = {
    signal: context.interruption(),
    download: (record: JobRecord, onFiles: OnFiles) => downloadJob(context, record, plan, onFiles),
  };
  if (records.length > 1) await learnBeginnings(context, records, plan);
  const ends = new Map<string, BroughtHome>();
  for (const record of records)
    turns.start(async () => void ends.set(record.id, await bringHome(record, ports)));
  await tasks.settle();
  return records.flatMap(({ id }) => ends.get(id) ?? []);
}

/** Looks up how the ids of many jobs stand in names, for which the ledger is read once; nothing where names have none. */
export async function learnBeginnings(
  context: Pick<OutputMeans, 'idBeginnings'>,
  records: readonly JobRecord[],
  { template }: Pick<FilePlan, 'template'>,
): Promise<void> {
  if (!namesBeginning(template)) return;
  const unnamed = records.filter(({ files }) => files.length === 0);
  await (await context.idBeginnings()).learn(unnamed.map(({ id }) => id));
}

type OnFiles = (record: JobRecord) => void;

/**
 * Downloads the outputs of one finished job, records where they are, writes the sidecar of each, and verifies them where that is asked for. `onFiles` receives the
 * record with the files that are here at the end, also where that is a failure.
 */
export async function downloadJob(
  context: OutputMeans,
  known: JobRecord,
  plan: FilePlan,
  onFiles: OnFiles,
): Promise<void> {
  const skipsLost = plan.skipsLost === true && known.lost_at !== undefined;
  const { failure, record } = skipsLost
    ? { failure: undefined, record: known }
    : await lookForLinks(context, known);
  const rendered = await renderedOf(context, record);
  const place = await openPlace(context, plan);
  const keeping = keepFiles(context, record, { place, plan, rendered });
  try {
    const files = await downloadOutputs(
      record,
      { ...plan, skipsLost },
      {
        ...(await portsOf(context, record, { place, keeping })),
        rendered,
        lookFailure: failure,
      },
    );
    if (plan.verify === 'no') return;
    const { verifyJob } = await import('../outputs/keep/verify-job.ts');
    await verifyJob(context, keeping, { files, place, rendered, isStrict: plan.verify === 'strict' });
  } finally {
    onFiles(keeping.record());
  }
}

async function portsOf(
  context: OutputMeans,
  record: JobRecord,
  { keeping, place }: { place: FilePlace; keeping: FileKeeping },
): Promise<Omit<DownloadPorts, 'lookFailure' | 'rendered'>> {
  return {
    means: await fetchMeans(context, record),
    links: await linksOf(context, record),
    place,
    async keep(file, of) {
      await keeping.keep(file, of);
      context.events()?.file(record.id, file, { fetched: of.how === 'fetched' });
    },
    idBeginning: async () => (await context.idBeginnings()).of(record.id),
    takeName: async (index, paths) => (await context.givenNames()).take(record, index, paths),
    listen: context.listen,
  };
}

/** The means to fetch any file of a job, wherever it goes. */
async function fetchMeans(context: OutputMeans, record: JobRecord) {
  const { account, exchange, key } = await context.connectionOf(record);
  const home = await context.home();
  return {
    baseUrl: account.baseUrl,
    key,
    keyMend: keyMend(account),
    exchange,
    ...requestMeans(context),
    keptFolder: mayHoldFiles(record) ? picturesFolder(homePlaces(home).ledger) : undefined,
    signal: context.interruption(),
  };
}

async function linksOf(context: OutputMeans, record: JobRecord): Promise<LinkSource> {
  const linksIn = async ({ job: { outputs = [] }, raw }: JobRecord) => {
    const vendorLinks = raw === undefined ? [] : (await wayOf(record.route)).vendorLinks(raw);
    return { outputs, vendorLinks: inOrderOf(outputs, vendorLinks) };
  };
  return {
    known: await linksIn(record),
    async fresh() {
      const state = await pollRecord(await context.apiOf(record), record);
      return linksIn(withState(context, record, state));
    },
  };
}

/** The vendor's links, of which there is one for each output that could be read, in the positions of these. */
function inOrderOf<Link>(outputs: readonly Output[], vendorLinks: readonly Link[]): (Link | undefined)[] {
  const rest = [...vendorLinks];
  return outputs.map((output) => (hasLink(output) ? rest.shift() : undefined));
}

/**
 * Fetches one output of a job to a path, in place of what stands there, for a use of this machine's own: it is not recorded, and no
 * sidecar is written. Throws CliError.
 */
export async function fetchAside(
  context: OutputMeans,
  known: JobRecord,
  { index, path }: { index: number; path: string },
): Promise<void> {
  const { record } = await lookForLinks(context, known);
  const means = await fetchMeans(context, record);
  const contentType = record.job.outputs?.[index]?.content_type;
  const openSink = () => createFileSink(path, { overwrite: true }, context.clock);
  await fetchByLinks(index, await linksOf(context, record), context.listen, (link) =>
    fetchOutput({ ...means, ...link, path, contentType, openSink }),
  );
}

/**
 * Tells whether a picture may have come inside an answer. On v1 it always may; on v2 only where the outputs could not be read, so that the
 * answer was kept whole.
 */
function mayHoldFiles({ raw, route }: JobRecord): boolean {
  return requestRoutes[route].isPassThrough || raw !== undefined;
}
