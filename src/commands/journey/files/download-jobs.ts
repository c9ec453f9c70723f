import { fetchOutput, type OutputDownload } from '../../../client/downloads/downloads.ts';
import { createFileSink } from '../../../client/downloads/file-sink.ts';
import { pollRecord, wayOf } from '../../../client/ways/index.ts';
import { requestRoutes } from '../../../contract/request-route.ts';
import type { CliError } from '../../../errors/cli-error.ts';
import { thenAgain } from '../../../errors/system-trouble.ts';
import { type DownloadPorts, downloadOutputs } from '../../../flows/download.ts';
import { fetchByLinks } from '../../../flows/fetch-output.ts';
import { type BroughtHome, bringHome } from '../../../flows/follow/bring-home.ts';
import { createTaskGroup, inTurn } from '../../../flows/task-group.ts';
import { homePlaces } from '../../../store/home.ts';
import { picturesFolder } from '../../../store/ledger/pictures.ts';
import type { DownloadedFile, JobRecord } from '../../../store/ledger/record.ts';
import type { CommandContext } from '../../context/context.ts';
import { keyMend } from '../../context/key-mend.ts';
import { trafficObserver } from '../../context/traffic-line.ts';
import type { FilePlan } from '../journey.ts';
import type { FilePlace } from '../places/file-place.ts';
import { openPlace } from '../places/open-place.ts';
import { renderedOf } from '../rendered-requests.ts';
import { type FileKeeping, keepFiles } from './keep-files.ts';

/**
 * Downloads the outputs of finished jobs, a few at a time, and resolves with what became of each, in their order. Rejects for a
 * defect only.
 */
export async function downloadJobs(
  context: CommandContext,
  records: readonly JobRecord[],
  plan: FilePlan,
): Promise<BroughtHome[]> {
  const tasks = createTaskGroup();
  const turns = inTurn(tasks, plan.concurrency);
  const ports = {
    signal: context.interruption(),
    download: (record: JobRecord, onFiles: OnFiles) => downloadJob(context, record, plan, onFiles),
  };
  const ends = new Map<string, BroughtHome>();
  for (const record of records)
    turns.start(async () => void ends.set(record.id, await bringHome(record, ports)));
  await tasks.settle();
  return records.flatMap(({ id }) => ends.get(id) ?? []);
}

/**
 * The errors that kept files from coming. The hint of each becomes the command that fetches all missing files, because running
 * a submit again would pay again.
 */
export function downloadFailures(
  jobs: readonly BroughtHome[],
  onward: Pick<CommandContext['onward'], 'line'>,
): CliError[] {
  const again = onward.line(missingOf(jobs), 'download');
  return jobs.flatMap(({ failure }) => {
    if (failure === undefined) return [];
    failure.hint = failure.hint
      ?.replace(thenAgain, ', then: genctl download ID')
      .replace(/genctl download ID\b/, () => again);
    return [failure];
  });
}

/** The jobs whose files did not all come. */
export function missingOf(jobs: readonly BroughtHome[]): string[] {
  return jobs.filter(({ isMissing }) => isMissing).map(({ record }) => record.id);
}

type OnFiles = (record: JobRecord) => void;

/**
 * Downloads the outputs of one finished job, records where they are, writes the sidecar of each, and verifies them where that is asked for. `onFiles` receives the
 * record with the files that are here at the end, also where that is a failure.
 */
export async function downloadJob(
  context: CommandContext,
  record: JobRecord,
  plan: FilePlan,
  onFiles: OnFiles,
): Promise<void> {
  const rendered = await renderedOf(context, record);
  const place = await openPlace(context, plan);
  const keeping = keepFiles(context, record, { place, plan, rendered });
  try {
    const files = await downloadOutputs(record, plan, {
      ...(await portsOf(context, record, { plan, place, keeping })),
      rendered,
    });
    for (const file of files) await tellSpoilt(context, place, { file, earlier: record.files });
    if (plan.verify === 'no') return;
    const { verifyJob } = await import('./verify-job.ts');
    await verifyJob(context, keeping, { files, place, rendered, isStrict: plan.verify === 'strict' });
  } finally {
    onFiles(keeping.record());
  }
}

/** Says so where a file that was fetched before is there and is not what it was: nothing is replaced, and the output has another name now. */
async function tellSpoilt(
  { listen }: CommandContext,
  place: FilePlace,
  { earlier, file }: { earlier: readonly DownloadedFile[]; file: DownloadedFile },
): Promise<void> {
  const before = earlier.find(({ index }) => index === file.index);
  if (before === undefined || before.path === file.path || !place.has(before.path)) return;
  if ((await place.stands(before)) || !(await place.exists(before.path))) return;
  listen({ kind: 'warning', message: `${before.path} is not what was fetched; that is ${file.path} now` });
}

async function portsOf(
  context: CommandContext,
  record: JobRecord,
  { keeping, place, plan }: { plan: FilePlan; place: FilePlace; keeping: FileKeeping },
): Promise<Omit<DownloadPorts, 'rendered'>> {
  const { overwrite, sidecar } = plan;
  const means = await fetchMeans(context, record);
  return {
    fetch: ({ index, keyless, url, ...output }, onProgress) =>
      place.fetch(
        { ...output, owner: keeping.ownerOf(index), overwrite, sidecar },
        { ...means, url, keyless, onProgress },
      ),
    ...(await linksOf(context, record)),
    exists: place.exists,
    stands: place.stands,
    recognise: (path, index) => place.recognise(path, keeping.ownerOf(index)),
    async keep(file, of) {
      await keeping.keep(file, of);
      context.events()?.file(record.id, file, { fetched: of.how === 'fetched' });
    },
    pathIn: place.pathOf,
    listen: context.listen,
  };
}

/** What carries the files of a job, whichever of them and wherever they go. */
async function fetchMeans(context: CommandContext, record: JobRecord) {
  const { account, apiKey, exchange } = await context.connectionOf(record);
  const home = await context.home();
  return {
    baseUrl: account.baseUrl,
    apiKey,
    keyMend: keyMend(account),
    exchange,
    clock: context.clock,
    random: Math.random,
    userAgent: `genctl/${context.around.version}`,
    observe: trafficObserver(context),
    keptFolder: mayHoldFiles(record) ? picturesFolder(homePlaces(home).ledger) : undefined,
    signal: context.interruption(),
    onRetry: (notice: RetryNotice) => context.listen({ kind: 'retrying', ...notice }),
  };
}

type RetryNotice = Parameters<NonNullable<OutputDownload['onRetry']>>[0];

async function linksOf(
  context: CommandContext,
  record: JobRecord,
): Promise<Pick<DownloadPorts, 'freshLinks' | 'vendorLinks'>> {
  return {
    vendorLinks: await vendorLinksOf(record, record.raw),
    async freshLinks() {
      const { job, raw } = await pollRecord(await context.apiOf(record), record);
      return { outputs: job.outputs ?? [], vendorLinks: await vendorLinksOf(record, raw) };
    },
  };
}

/**
 * Fetches one output of a job to a path, in place of what stands there, for a use of this machine's own: it is not recorded, and no
 * sidecar is written. Throws CliError.
 */
export async function fetchAside(
  context: CommandContext,
  record: JobRecord,
  { index, path }: { index: number; path: string },
): Promise<void> {
  const means = await fetchMeans(context, record);
  const { freshLinks, vendorLinks } = await linksOf(context, record);
  const contentType = record.job.outputs?.[index]?.content_type;
  await fetchByLinks(index, {
    known: { outputs: record.job.outputs ?? [], vendorLinks },
    fresh: freshLinks,
    fetch: (url, { keyless }) =>
      fetchOutput({
        ...means,
        url,
        keyless,
        path,
        contentType,
        openSink: () => createFileSink(path, { overwrite: true }, context.clock),
      }),
    listen: context.listen,
  });
}

async function vendorLinksOf({ route }: JobRecord, raw: unknown): Promise<(string | undefined)[]> {
  return raw === undefined ? [] : (await wayOf(route)).vendorLinks(raw);
}

/**
 * Whether a picture may have come inside an answer: always on v1; on v2 only where the outputs could not be read, so that the
 * answer was kept whole.
 */
function mayHoldFiles({ raw, route }: JobRecord): boolean {
  return requestRoutes[route].isPassThrough || raw !== undefined;
}
