import { dirname, resolve } from 'node:path';
import { fetchOutput } from '../../client/downloads/downloads.ts';
import { entryAt, sizeAt } from '../../client/downloads/same-file.ts';
import { wayOf } from '../../client/ways/index.ts';
import { pollRecord } from '../../client/ways/record-poll.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { systemFailure, thenAgain } from '../../errors/system-trouble.ts';
import { makeFolders } from '../../files/make-folders.ts';
import { type DownloadPorts, downloadOutputs } from '../../flows/download.ts';
import { createTaskGroup } from '../../flows/task-group.ts';
import { homePlaces } from '../../store/home.ts';
import { picturesFolder } from '../../store/ledger/pictures.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { keyMend } from '../context/key-mend.ts';
import { trafficLine } from '../context/traffic-line.ts';
import { assertStaysWithin } from './file-target.ts';
import type { FilePlan } from './journey.ts';
import { type FileKeeping, keepFiles } from './keep-files.ts';
import { renderedRequests } from './rendered-requests.ts';

/** Downloads that run beside each other, a few at a time, while others are still waited for. */
export interface Downloads {
  start(record: JobRecord): void;
  /** Resolves when all are done, with the errors of those that failed; each mends all of them. Rejects for a defect, when the others are done. */
  settle(): Promise<CliError[]>;
  /** The records of the jobs started, with the files that came. */
  records(): JobRecord[];
  /** The jobs whose files did not all come. */
  missing(): string[];
}

export function createDownloads(context: CommandContext, plan: FilePlan): Downloads {
  const waiting: JobRecord[] = [];
  const group = createTaskGroup();
  const done = new Map<string, JobRecord>();
  const failures: CliError[] = [];
  const missing = new Set<string>();
  let workers = 0;

  async function bringHome(record: JobRecord): Promise<void> {
    try {
      await downloadJob(context, record, plan, (whole) => done.set(record.id, whole));
      missing.delete(record.id);
    } catch (error) {
      const failure = error instanceof CliError ? error : systemFailure(error);
      // What a signal cut short is fetched again by the resume line; it is no failure of its own.
      if (context.interruption().aborted) return;
      if (failure === undefined) throw error;
      failures.push(failure.ofJob(record.id));
    }
  }
  async function bringHomeInTurn(): Promise<void> {
    workers += 1;
    try {
      while (!context.interruption().aborted) {
        const record = waiting.shift();
        if (record === undefined) return;
        await bringHome(record);
      }
    } finally {
      workers -= 1;
    }
  }
  return {
    start(record) {
      missing.add(record.id);
      waiting.push(record);
      if (workers < plan.concurrency) group.start(bringHomeInTurn);
    },
    async settle() {
      await group.settle();
      const again = context.onward.line([...missing], 'download');
      for (const failure of failures) {
        // Running a submit again would pay again.
        failure.hint = failure.hint
          ?.replace(thenAgain, ', then: genctl download ID')
          .replace(/genctl download ID\b/, () => again);
      }
      return failures;
    },
    records: () => [...done.values()],
    missing: () => [...missing],
  };
}

/**
 * Downloads the outputs of one finished job, writes down where they are, and what made them beside them. `onFiles` is told of
 * the files that are here by the end of it, whether it ends well or not.
 */
async function downloadJob(
  context: CommandContext,
  record: JobRecord,
  plan: FilePlan,
  onFiles: (record: JobRecord) => void,
): Promise<void> {
  const rendered = (await renderedRequests(context, [record]))(record);
  const keeping = keepFiles(context, record, { plan, rendered });
  try {
    await downloadOutputs(record, plan, {
      ...(await portsOf(context, record, { plan, keeping })),
      rendered,
    });
  } finally {
    onFiles(keeping.record());
  }
}

async function portsOf(
  context: CommandContext,
  record: JobRecord,
  { plan, keeping }: { plan: FilePlan; keeping: FileKeeping },
): Promise<DownloadPorts> {
  const { account, apiKey, exchange } = await context.connectionOf(record);
  const folder = resolve(context.around.workingFolder, plan.dir);
  const home = await context.home();
  return {
    async fetch({ others, ...link }, onProgress) {
      const { index, path } = link;
      assertStaysWithin(context.around, plan, dirname(path));
      makeFolderOf(path);
      return fetchOutput({
        ...link,
        mayBe: (name) => !others.includes(name) && keeping.mayBe(name, index),
        overwrite: plan.overwrite,
        baseUrl: account.baseUrl,
        apiKey,
        keyMend: keyMend(account),
        exchange,
        clock: context.clock,
        random: Math.random,
        userAgent: `genctl/${context.around.version}`,
        observe: context.globals.verbose
          ? (event) => context.terminal.unmuted.lines([trafficLine(event)])
          : undefined,
        keptFolder: mayHoldFiles(record) ? picturesFolder(homePlaces(home).ledger) : undefined,
        signal: context.interruption(),
        onProgress,
        onRetry: (notice) => context.listen({ kind: 'retrying', ...notice }),
      });
    },
    vendorLinks: await vendorLinksOf(record, record.raw),
    async freshLinks() {
      const { job, raw } = await pollRecord(await context.apiOf(record), record);
      return { outputs: job.outputs ?? [], vendorLinks: await vendorLinksOf(record, raw) };
    },
    exists: (path) => entryAt(path) !== undefined,
    stands: ({ path, bytes }) => sizeAt(path) === bytes,
    recognise: keeping.recognise,
    keep: keeping.keep,
    pathIn: (_, name) => resolve(folder, name),
    listen: context.listen,
  };
}

async function vendorLinksOf({ route }: JobRecord, raw: unknown): Promise<(string | undefined)[]> {
  return raw === undefined ? [] : (await wayOf(route)).vendorLinks(raw);
}

function makeFolderOf(path: string): void {
  const folder = dirname(path);
  try {
    makeFolders(folder);
  } catch (cause) {
    throw new MachineError({
      code: 'folder_unusable',
      message: `Files can't go to ${folder}`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: 'another --dir; the job and its outputs are safe',
      cause,
    });
  }
}

/** A picture may come inside an answer: always on v1; on v2 only where no outputs could be read as such, and it was kept whole. */
function mayHoldFiles({ raw, route }: JobRecord): boolean {
  return requestRoutes[route].isPassThrough || raw !== undefined;
}
