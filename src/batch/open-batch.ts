import { basename, dirname, resolve } from 'node:path';
import { homePlaces } from '../account/home.ts';
import { originOf } from '../account/rules/claim-account.ts';
import { trafficObserver } from '../api/transport/traffic.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { nothingPiped } from '../cli/texts/text-source.ts';
import type { UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import { isOverInTime } from '../follow/wait/alarm.ts';
import { openPlace } from '../outputs/destinations/open-place.ts';
import { standsHere } from '../outputs/files-here.ts';
import { journeyOf } from '../outputs/journey.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { type AccountQueue, openAccountQueue } from '../queue/open-account-queue.ts';
import { type AccountFacts, factsReader } from '../request/account-facts.ts';
import { openReferenceLooks, type ReferenceLooks } from '../request/references/reference-looks.ts';
import type { Judgement, RequestFacts } from '../request/rules/judge-request.ts';
import { latestMs } from '../submit/submit-ports.ts';
import { once } from '../text/once.ts';
import { batchFlags } from './batch-flags.ts';
import { assertPlacesApart, type BatchInput } from './batch-input.ts';
import { batchMeans } from './chains/batch-means.ts';
import type { Chains } from './chains/parent-book.ts';
import { withoutLineWords } from './columns/line-flags.ts';
import { shotReader } from './columns/shot-request.ts';
import type { BatchFeed } from './feed/feed-input.ts';
import type { PickGate } from './finals/pick-gate.ts';
import type { BatchJournal } from './journal/journal.ts';
import { journalPlaceOf, type NamedJournal, openJournals, partName } from './journal/journal-places.ts';
import { type Manifest, openManifest } from './manifest/manifest.ts';
import type { ManifestRow } from './manifest/manifest-rows.ts';
import { openMoney } from './money/open-money.ts';
import { withCurrentParents } from './renames/current-parents.ts';
import { createOriginalIds } from './renames/original-ids.ts';
import type { RenamedLines } from './renames/renamed-lines.ts';
import { batchNameOf, readShard } from './rules/batch-part.ts';
import { shotNameTemplate } from './rules/line-template.ts';
import type { ShotStateChoices, ShotStatePorts } from './run/shot-state.ts';

/** A batch that is about to be checked: its manifest, its account, and all that is known of its shots. */
export interface OpenBatch extends OpenedBatch {
  /** Which of its lines wait for others. */
  chains: Chains;
  /** Tells whether this run has to do with the line in a place, as far as `--only` and `--limit` say. */
  isChosen(place: number): boolean;
  /** Keeps its finals back until they are picked; undefined where none is to wait for that. */
  gate: PickGate | undefined;
  /** Lines with new ids that ask for shots whose lines are gone; undefined where there are none. */
  renamed: RenamedLines | undefined;
}

/** A batch of which nothing was checked yet. */
export type OpenedBatch = Awaited<ReturnType<typeof openBatch>>;

/** Opens a batch. Nothing is written, except for the rows of a long manifest and the lock of its journal. Throws CliError. */
export async function openBatch(context: OutputMeans, input: BatchInput) {
  const { workingFolder } = context.around;
  const path = resolve(workingFolder, input.file);
  const name = input.batch ?? batchNameOf(basename(path));
  const shard = input.shard === undefined ? undefined : readShard(input.shard);
  const account = await context.account();
  const facts = await factsReader(context)(account);
  const defaults = withoutLineWords(input.defaults, facts.defaults.cast);
  if (input.preflight) await facts.settle(withList);
  const journey = journeyOf(
    { ...input.journey, name: input.journey.name ?? shotNameTemplate },
    facts.defaults,
  );
  const journalPlace = await journalPlaceOf(context, input, { account, name, path, shard });
  const finalsFile = input.pick ? finalsPath(path, partName({ account, name, shard })) : undefined;
  assertPlacesApart(workingFolder, input, journalPlace.path);
  const place = journey.download ? await openPlace(context, journey) : undefined;
  const placeMemory = place?.memory({ batch: name, origin: originOf(account.baseUrl) }, () =>
    context.throwIfInterrupted([]),
  );
  const ledger = await context.ledger();
  const claimant = await context.claimantOf(account);
  const means = await batchMeans(context);
  const money = await openMoney(context, input, { facts, shard });
  const queue = input.feed && batchQueue(context, input.feed);
  // Opened last and closed with the batch: nothing below it fails.
  const { journal, manifest } = await openSources(context, input, journalPlace);
  const originalIds = createOriginalIds(journal);
  const readShot = shotReader({
    folder: manifest.folder,
    textCells: manifest.format !== 'jsonl',
    defaults,
    idColumn: input.idColumn,
    cast: facts.defaults.cast,
  });
  const statePorts: ShotStatePorts = {
    ...{ ledger, claimedKeys: once(ledger.claimedKeys), queued: queue?.lines, journal },
    inFolder: async (shot) => placeMemory?.shot(shot),
    stands: async (file) =>
      place === undefined ? standsHere(file) : place.has(file.path) && place.stands(file),
    latestMs: () => latestMs(context, account),
  };
  const stateChoices: ShotStateChoices = {
    ...{ revise: input.revise, retryFailed: input.retryFailed, resend: input.resend },
    attempts: input.attempts,
    windowMs: input.feed?.keyWindowMs ?? facts.defaults.idempotencyWindowMs,
  };
  return {
    ...{ name, input, context, manifest, facts, journey, means, journalPlace, statePorts, stateChoices },
    /** The part of the manifest that this run has to do with; undefined for all of it. */
    shard,
    /** The account as the ledger knows it. */
    claimant,
    looks: looksOf(context, facts, input),
    /** The journals of all its parts. Of a dry run they are only looked into; no other run writes to that of any other one. */
    journal,
    /** Undefined where its lines are sent from here. */
    queue,
    /** The path for the manifest of the finals that is written of drafts alone; undefined where there will be none. */
    finalsPath: finalsFile,
    /** The limits of its cost; undefined where nobody set any. */
    money,
    /** The place that files go to; undefined where none are brought home. */
    place,
    /** The memory of the batch in the sidecars there; undefined as the place is. */
    placeMemory,
    /** The ids that the shots of its lines were first sent under. */
    originalIds,
    /** Reads what a line asks for. Throws UsageError. */
    read: (row: ManifestRow, faults?: UsageError[]) => withCurrentParents(readShot(row, faults), originalIds),
  };
}

/** Opens the manifest and what is known of it. Neither stays open where the other can't be opened. */
async function openSources(
  context: OutputMeans,
  { dryRun, file, format, typed }: BatchInput,
  journalPlace: NamedJournal,
): Promise<{ journal: BatchJournal; manifest: Manifest }> {
  const { stdinIsTerminal, workingFolder } = context.around;
  if (file === '-' && stdinIsTerminal())
    throw nothingPiped(say`cat FILE | ${genctl`batch - ${flagWords(batchFlags, { ...typed })}`}`);
  const from =
    file === '-'
      ? { stdin: bytesOf(context.terminal.stdin), folder: workingFolder }
      : { path: resolve(workingFolder, file) };
  const manifest = await openManifest(from, {
    ...{ format, spoolFolder: homePlaces(await context.home()).spool },
    throwIfInterrupted: () => context.throwIfInterrupted([]),
  });
  try {
    const journal = await openJournals(journalPlace, dryRun ? undefined : context.clock.nowMs);
    return { manifest, journal };
  } catch (error) {
    manifest.close();
    throw error;
  }
}

function looksOf(
  context: OutputMeans,
  { account, defaults }: AccountFacts,
  input: BatchInput,
): ReferenceLooks {
  return openReferenceLooks({
    folder: context.around.workingFolder,
    profile: account.stored === undefined ? undefined : account.profile,
    uploads: account.embedded || defaults.uploadCommand !== undefined,
    measured: input.probe,
    probed: input.probe && !input.dryRun && !account.embedded,
    exchange: () => context.exchangeOf(account),
    clock: context.clock,
    observe: trafficObserver(context),
    signal: context.interruption(),
  });
}

/** Has the list of models at hand before any line is judged: all are judged by the same facts, whichever would have asked first. */
function withList({ list }: RequestFacts): Judgement<undefined> {
  return list.atHand === undefined && !list.hasLooked
    ? { kind: 'lacking', lack: { of: 'list', look: { isCheckOnly: true } } }
    : { kind: 'taken', made: undefined, warnings: [] };
}

async function* bytesOf(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/**
 * The path of the manifest of finals: beside that of their drafts. Throws UsageError.
 *
 * @param part the name of the drafts' batch, with that of the shard.
 */
export function finalsPath(draftsPath: string, part: string): string {
  const path = resolve(dirname(draftsPath), `${part}.finals.jsonl`);
  // The line that runs it calls the batch as the file is called.
  batchNameOf(basename(path));
  return path;
}

export type BatchQueue = ReturnType<typeof batchQueue>;

/** The queue that a batch is fed to, opened when it is first asked for. */
function batchQueue(context: OutputMeans, feed: BatchFeed) {
  let opened: Promise<AccountQueue> | undefined;
  function open(): Promise<AccountQueue> {
    opened ??= openAccountQueue(context, feed.queue);
    return opened;
  }
  return {
    feed,
    open,
    /** The lines that stood there when that was first asked. */
    lines: once(async () => {
      const { standingLines } = await import('../queue/store/stored-lines.ts');
      const { connection } = await open();
      const found = standingLines(connection);
      // A store that is away answers nothing.
      const ports = { clock: context.clock, signal: context.interruption(), graceMs: 0 };
      if (!(await isOverInTime(found, ports))) context.throwIfInterrupted([]);
      return found;
    }),
    async close(): Promise<void> {
      // A queue that could not be opened has had its error reported.
      const queue = await opened?.catch(() => undefined);
      await queue?.connection.close();
    },
  };
}
