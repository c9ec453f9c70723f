import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flush, RunDurably } from '../../src/files/durable-work.ts';
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts';
import type { Intent } from '../../src/ledger/record.ts';
import { settleRecorded } from '../../src/submit/recover.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { at, intent, jobRecord, startMs } from './fixtures/records.ts';

/** A file as the disk has it: the number of its inode, and when that was made, for numbers are used again. */
function inodeAt(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/**
 * What of a folder a power cut leaves: bytes that were flushed, under names that were. `early` has each name there as soon as it
 * was given, as some file systems do, and behind it the bytes that were flushed: none where none were.
 */
class Disk {
  private readonly bytes = new Map<string, Buffer>();
  private readonly names = new Map<string, Map<string, string>>();

  private readonly root: string;

  constructor(root: string) {
    this.root = root;
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      if (statSync(path).isFile()) this.bytes.set(inodeAt(path), readFileSync(path));
      else this.names.set(path, this.namesNow(path));
    }
  }

  flushed(flush: Flush): void {
    if ('namesIn' in flush) this.names.set(flush.namesIn, this.namesNow(flush.namesIn));
    else {
      const path = `/proc/self/fd/${flush.bytesOf}`;
      this.bytes.set(inodeAt(path), readFileSync(path));
    }
  }

  private namesNow(folder: string): Map<string, string> {
    const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
    return new Map(files.map((name) => [name, inodeAt(join(folder, name))]));
  }

  after(names: 'late' | 'early'): string {
    const copy = tempFolder();
    const folders = readdirSync(this.root, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.root, name))
      .filter((path) => statSync(path).isDirectory());
    for (const folder of folders) {
      const to = join(copy, relative(this.root, folder));
      mkdirSync(to, { recursive: true });
      const left =
        names === 'early' ? this.namesNow(folder) : (this.names.get(folder) ?? new Map<string, string>());
      for (const [name, inode] of left) writeFileSync(join(to, name), this.bytes.get(inode) ?? '');
    }
    return copy;
  }
}

const named = intent({ idempotency_key: 'g1-shots', once: 'shots/s01' });
const unnamed = intent({ idempotency_key: '3b241101-e2bb-4255-8caf-4136c566a962', created_at: at(5) });

/** Submits, and cuts the power before a flush, counted from 1; after the last one, once nothing is under way any more. */
async function cutAt(flushes: number, wanted: Intent) {
  const root = tempFolder();
  const folder = join(root, 'ledger');
  const ledgerWith = (together?: RunDurably) =>
    openLedger({ folder, nowMs: () => startMs, warn: () => {}, ...(together && { together }) });
  // The folders are there, as they are from the second submit on.
  const before = intent();
  await ledgerWith().claimIntent(before);
  await ledgerWith().recordJob(jobRecord('job_before', { intent: { ...before, once: 'x' } }));
  const disk = new Disk(root);
  let count = 0;
  const told = { sending: false, id: false };
  const ledger = ledgerWith(async (steps) => {
    let step = steps.next();
    while (step.done !== true) {
      count += 1;
      if (count === flushes) await new Promise<never>(() => {});
      disk.flushed(step.value);
      step = steps.next();
    }
    return step.value;
  });
  const cut = new Promise<void>((resolve) => {
    const looks = setInterval(() => {
      if (count < flushes && !told.id) return;
      clearInterval(looks);
      resolve();
    }, 1);
  });
  const submitting = (async () => {
    const claim = await ledger.claimToSend(wanted, at(1));
    told.sending = claim.claimed && claim.sending !== undefined;
    if (!told.sending) told.sending = (await ledger.markSent(wanted, at(1))).kind === 'marked';
    await ledger.recordJob(jobRecord('job_made', { intent: wanted }));
    told.id = true;
  })();
  await Promise.race([submitting, cut]);
  await cut;
  return { told, isOver: told.id, disk, name: dirname(folder) };
}

describe('a power cut while a ledger works', () => {
  it.each([
    ['named', 'late', named],
    ['named', 'early', named],
    ['without a name', 'late', unnamed],
    ['without a key', 'late', { ...unnamed, route: 'tasks' }],
    ['without a key', 'early', { ...unnamed, route: 'tasks' }],
  ] as const)(
    'leaves the intent of whatever may have been sent, %s, and the record of each id that was told; names come %s',
    async (_, names, wanted) => {
      const seen = { sending: 0, unsent: 0 };
      for (let flushes = 1; ; flushes += 1) {
        const { told, isOver, disk } = await cutAt(flushes, wanted);
        const warnings: string[] = [];
        const ledger = openLedger({
          folder: join(disk.after(names), 'ledger'),
          nowMs: () => startMs,
          warn: (message) => warnings.push(message),
        });
        const ids = (await ledger.list()).map(({ id }) => id);
        const open = await openOf(wanted, ledger);
        const where = `before flush ${flushes}: ${warnings.join('; ')}`;
        // A claim that was not told yet may be an empty file, which counts as none.
        if (told.id) expect(ids, where).toContain('job_made');
        else if (told.sending) expect(open?.first_sent_at ?? ids.join(), where).toMatch(/^2025-|job_made/);
        if (told.sending && !ids.includes('job_made'))
          expect(await ledger.findClaim(wanted), where).toBeDefined();
        // Nothing is sent for an intent that came back although its job is recorded.
        await settleRecorded(await ledger.unsettled(), ledger);
        if (ids.includes('job_made')) expect(await openOf(wanted, ledger), where).toBeUndefined();
        if (ids.includes('job_made') && wanted === named)
          expect(await ledger.findClaim(wanted), where).toMatchObject({ record: { id: 'job_made' } });
        seen[told.sending ? 'sending' : 'unsent'] += 1;
        if (isOver) break;
      }
      expect(seen.unsent).toBeGreaterThan(1);
      expect(seen.sending).toBeGreaterThan(3);
    },
  );
});

async function openOf(wanted: Intent, ledger: Ledger): Promise<Intent | undefined> {
  return (await ledger.unsettled()).find(({ idempotency_key }) => idempotency_key === wanted.idempotency_key);
}
