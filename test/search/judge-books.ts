import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Intent, JobRecord } from '../../src/ledger/record.ts';
import { jobIdOf } from '../../src/sandbox/state/jobs.ts';
import { damagedLedger, lostLedger } from './damage.ts';
import { type Ground, homeOf, workOf } from './ground.ts';
import type { History, Step } from './history.ts';
import { FileBooks } from './judge-files.ts';
import { judgeLook } from './judge-looks.ts';
import { type LedgerAge, overspent, reservedBy } from './judge-money.ts';
import type { Ran } from './run-step.ts';
import { askedFor, bodyOfWish, wishOf } from './wishes.ts';
import { createRecordReader, type WrittenRecords } from './written-records.ts';

/** How far genctl lets the clocks of two runs differ. Unit: ms. */
const clockErrorMs = 60_000;

/** The path within a ledger of a file that a torn one is told by. */
const ledgerPathOf = (torn: string): string =>
  (/((?:done|open|keys|accounts)\/.*?\.json)/.exec(torn) ?? [''])[0];

/** What a machine has written down, together with a ledger that was lost. */
export interface Home {
  records: Map<string, JobRecord>;
  open: Intent[];
  torn: string[];
  /** The ledger that it works with. */
  written: WrittenRecords;
  /** What it had written down before that was damaged. */
  damaged: WrittenRecords;
}

/** What is held against the books of the service after each step, and at the end. */
export class Books {
  readonly ground: Ground;
  /** Records that `jobs prune` removed. */
  readonly pruned = new Set<string>();
  /** Jobs of another service than that of the history. */
  readonly elsewhere = new Set<string>();
  ages: LedgerAge[] = [];
  homes: Home[] = [];
  readonly files: FileBooks;
  readonly readRecords = createRecordReader();

  constructor(ground: Ground) {
    this.ground = ground;
    this.files = new FileBooks(ground, this.elsewhere);
  }

  get history(): History {
    return this.ground.history;
  }

  /** Reads what the history begins with. */
  begin(): void {
    this.read();
    this.ages = this.homes.map(({ open }) => ({
      step: 0,
      knowsEarlier: true,
      reservedUsd: reservedBy(open),
    }));
  }

  /** Reads what the machines have written down. A ledger that is lost counts: it is copied back before the history is over. */
  read(): void {
    const { baseUrl } = this.ground.service;
    this.homes = Array.from({ length: this.history.homes }, (_, home) => {
      const written = this.readRecords(join(homeOf(this.ground, home), 'ledger'));
      const lost = this.readRecords(lostLedger(this.ground, home));
      const damaged = this.readRecords(damagedLedger(this.ground, home));
      const isDamaged = (torn: string): boolean =>
        existsSync(join(damagedLedger(this.ground, home), ledgerPathOf(torn)));
      const records = new Map([...lost.jobs, ...written.jobs].map((record) => [jobIdOf(record.id), record]));
      return {
        written,
        records,
        open: [...written.open, ...lost.open],
        torn: [...written.torn, ...lost.torn].filter((torn) => !isDamaged(torn)),
        damaged,
      };
    });
    for (const { records } of this.homes)
      for (const [id, record] of records) if (record.base_url !== baseUrl) this.elsewhere.add(id);
  }

  /** Notes that a ledger was lost or copied back before a step. */
  noteDamage({ damage, home }: Step, place: number): void {
    const isLost = damage === 'ledger lost';
    const wasLost = this.ages[home]?.knowsEarlier === false;
    if (isLost === wasLost || (damage !== 'ledger restored' && !isLost)) return;
    this.ages[home] = {
      step: place,
      knowsEarlier: !isLost,
      reservedUsd: isLost ? 0 : reservedBy(this.homes[home]?.open ?? []),
    };
  }

  /** What is wrong after a step. */
  afterStep(step: Step, ran: readonly Ran[], place: number): string[] {
    const before = this.homes;
    this.noteDamage(step, place);
    this.read();
    const prunes = step.words.slice(0, 2).join(' ') === 'jobs prune';
    const wrong = prunes ? this.notePruned(before) : [];
    wrong.push(...this.homes.flatMap(({ torn }) => torn.map((why) => `the ledger is torn: ${why}`)));
    wrong.push(...this.lost(), ...this.doubled(), ...this.mixedUp());
    wrong.push(...overspent(this.history, this.ground.service, this.ages));
    wrong.push(...this.files.afterStep(ran, step));
    // Beside another run, the one that settles it may be the other.
    const isUnknown = ran.some(({ code, home }) => {
      const { damaged, open } = this.homes[home] ?? {};
      return code === 13 && open?.length === 0 && damaged?.open.length === 0;
    });
    // A journal that another machine wrote may be what knows of an open one.
    const hasJournal = step.words[0] === 'batch' && this.history.homes > 1;
    if (isUnknown && step.beside === undefined && !hasJournal)
      wrong.push('exit 13 although no submit is open');
    wrong.push(...this.unfit(ran, step, place));
    if (step.beside === undefined && step.disk === undefined) wrong.push(...this.overlooked(ran));
    return wrong;
  }

  notePruned(before: readonly Home[]): string[] {
    return before.flatMap(({ records }, home) =>
      [...records.keys()].flatMap((id) => {
        if (this.homes[home]?.records.has(id)) return [];
        this.pruned.add(id);
        const { status = 'gone' } = this.ground.service.job(id)?.now ?? {};
        return status === 'queued' || status === 'running' ? [`a job that goes on was pruned: ${id}`] : [];
      }),
    );
  }

  /** The service has these, and the machine that sent them knows nothing of it. */
  lost(): string[] {
    return this.ground.service.submits.flatMap(({ body, home, isV2, jobId, key }) => {
      const homes = home === undefined ? this.homes : this.homes.slice(home, home + 1);
      const open = homes.flatMap((one) => [...one.open, ...one.damaged.open]);
      const isDamaged = homes.some(({ damaged }) => damaged.jobs.some(({ id }) => jobIdOf(id) === jobId));
      if (isDamaged) return [];
      if (jobId === undefined || this.pruned.has(jobId)) return [];
      if (homes.some(({ records }) => records.has(jobId))) return [];
      const isOpen = open.some((intent) => (isV2 ? intent.idempotency_key === key : intent.body === body));
      return isOpen ? [] : [`a job was lost: ${jobId} of ${body}`];
    });
  }

  /** More was charged than was asked for. */
  doubled(): string[] {
    const charged = new Map<string, Set<string>>();
    const chargedBefore = new Map<string, Set<string>>();
    for (const submit of this.ground.service.submits) {
      const { jobId, step } = submit;
      if (jobId === undefined || this.ground.service.job(jobId)?.now.status !== 'succeeded') continue;
      const wish = wishOf(this.history, submit);
      for (const jobs of step < 0 ? [charged, chargedBefore] : [charged])
        jobs.set(wish, (jobs.get(wish) ?? new Set()).add(jobId));
    }
    return [...charged].flatMap(([wish, jobs]) => {
      const most = Math.max(askedFor(this.history, wish), chargedBefore.get(wish)?.size ?? 0);
      return jobs.size > most ? [`${jobs.size} jobs for ${wish}: ${[...jobs].join(' ')}`] : [];
    });
  }

  /** Records that name the job of another request. */
  mixedUp(): string[] {
    const bodies = new Map<string, Set<string>>();
    for (const { body, jobId = '' } of this.ground.service.submits)
      bodies.set(jobId, (bodies.get(jobId) ?? new Set()).add(bodyOfWish(body)));
    return this.homes.flatMap(({ records }) =>
      [...records].flatMap(([id, { intent }]) => {
        const known = bodies.get(id);
        const isMixedUp = intent !== null && known !== undefined && !known.has(bodyOfWish(intent.body));
        return isMixedUp ? [`the record of ${id} is of another request: ${intent.body}`] : [];
      }),
    );
  }

  /** Records that a look did not show. */
  overlooked(ran: readonly Ran[]): string[] {
    const { baseUrl } = this.ground.service;
    return ran.flatMap((one) => {
      const { damaged, written } = this.homes[one.home] ?? {};
      const { jobs = [] } = written ?? {};
      const hasDamage = (damaged?.jobs.length ?? 0) > 0;
      return judgeLook(one, { jobs, hasDamage, baseUrl, work: workOf(this.ground, one.home) });
    });
  }

  /** Ids that are told are the service's, and what is told of their end is so. */
  unfit(ran: readonly Ran[], step: Step, place: number): string[] {
    const { service } = this.ground;
    return ran.flatMap(({ code, killed, stdout, words }) => {
      const ids = [...stdout.matchAll(/\b(?:job_|task-)[0-9a-f]{32}\b/g)].map(([id]) => jobIdOf(id));
      const unheard = ids.filter((id) => service.job(id) === undefined && !this.elsewhere.has(id));
      const wrong = unheard.map((id) => `an id that the service never gave: ${id}`);
      if (killed || code !== 0 || step.beside !== undefined || words.includes('--attempts')) return wrong;
      const isFollowed = ['submit', 'draft', 'finalize', 'rerun', 'refs'].includes(words[0] ?? '');
      if (!isFollowed || !(words.includes('-w') || words.includes('-D'))) return wrong;
      const sent = service.submits.filter((one) => one.step === place).flatMap(({ jobId }) => jobId ?? []);
      const other = sent.filter((id) => service.job(id)?.now.status !== 'succeeded');
      return [...wrong, ...other.map((id) => `exit 0 although ${id} is ${service.job(id)?.now.status}`)];
    });
  }

  /** What is wrong once all faults are over, and each machine has recovered from then on and waited for its jobs. */
  atEnd(recoverFromMs: number): string[] {
    const { service } = this.ground;
    const wasAhead = this.history.steps.some(({ skewMs = 0 }) => skewMs > 0);
    // Nobody knows how old such a send is, so that it is not sent again.
    const isToCome = ({ first_sent_at: sentAt }: Intent): boolean =>
      wasAhead && sentAt !== null && Date.parse(sentAt) > recoverFromMs + clockErrorMs;
    const wrong: string[] = [];
    // The last word on a key may be a refusal that leaves open what came of an earlier send.
    const refused = new Map(service.submits.map(({ key, status }) => [key, status >= 400]));
    for (const { open } of this.homes) {
      const left = open.filter(
        (one) => one.route === 'jobs' && refused.get(one.idempotency_key) !== true && !isToCome(one),
      );
      wrong.push(...left.map(({ idempotency_key: key }) => `still open after recover: ${key}`));
    }
    const told = new Map<string, JobRecord>();
    for (const { records } of this.homes) for (const [id, record] of records) told.set(id, record);
    for (const { isV2, jobId } of service.submits) {
      const record = jobId === undefined ? undefined : told.get(jobId);
      if (jobId === undefined || record === undefined) continue;
      const { now, usd = 0 } = service.job(jobId) ?? {};
      const { cost_usd: cost = 0, status } = record.job;
      if (isV2 && status !== now?.status) wrong.push(`${jobId} is ${now?.status}, the ledger says ${status}`);
      if (isV2 && Math.abs(cost - usd) > 1e-9) wrong.push(`${jobId} cost $${usd}, the ledger says $${cost}`);
    }
    return [...new Set(wrong)];
  }
}
