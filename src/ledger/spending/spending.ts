import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { inGroups, type Member } from '../../files/in-groups.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { takeLock } from '../../files/lock.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { monthOfDay, utcDay } from '../../text/iso-time.ts';
import { isObject, objectOf } from '../../text/json-object.ts';
import { usdOf } from '../../text/money.ts';
import type { UnreadableIntent } from '../intents/unreadable-intents.ts';
import { bytesSum } from '../proof/sums.ts';
import type { Intent } from '../record.ts';
import { keyFileName } from '../records/read.ts';
import { advanceIndex, type BuildPorts, buildIndex } from './build-index.ts';
import {
  type BudgetRefusal,
  type CurrentSpending,
  type JudgedSubmit,
  judgeSubmit,
  likenessOfIntent,
  type PricedSubmit,
  priceIn,
  type SummedSpending,
  sumSpending,
} from './judge-claim.ts';
import {
  isOfScope,
  type JobSource,
  learnPrice,
  mayBeOfScope,
  type OpenKeys,
  type SpendingIndex,
  type SpendingScope,
  spendingFacts,
  spendingVersion,
} from './spending-index.ts';

/** The spending of an account, and the claims that are made under its budgets. */
export interface Spending {
  /** Looks up the amounts spent by now, and the prices of jobs here. Takes no lock. `assumed`: as in `PricedSubmit`. */
  look(assumed?: number): Promise<SpendingLook>;
  /**
   * Makes a claim where the budgets allow it: it reserves the most that its job may cost, and no other process of this machine
   * claims for the account meanwhile. A key that is claimed already reserves nothing more. Claims that meet share the lock.
   */
  claim(wanted: PricedClaim): Promise<BudgetRefusal | undefined>;
}

interface SpendingLook {
  spent: SummedSpending;
  /** The most that the job of an intent may cost; undefined where nothing says it. Unit: millionths of a USD. */
  priceOf(intent: Intent): number | undefined;
  /** Has the price of like jobs be what the job of an intent was charged, where that is dearer: from now on for claims, too. Same unit. */
  learn(intent: Intent, microUsd: number): void;
}

/** A claim that is to be made within budgets. */
interface PricedClaim extends PricedSubmit {
  /** Makes the claim; the intent says what it reserves. */
  make(intent: Intent): Promise<void>;
}

export interface SpendingPorts extends JobSource, Pick<BuildPorts, 'survey'> {
  /** The ledger's folder. */
  ledger: string;
  /** Intents without a job or a refusal, of any account. */
  unsettled(): Intent[];
  /** Open submits whose intents can't be read, of any account. */
  unreadable(): UnreadableIntent[];
  /** Tells whether the key of an intent is claimed by its account. */
  isClaimed(intent: Intent): Promise<boolean>;
  /** Wall clock. Unit: ms since 1970. */
  nowMs(): number;
}

/**
 * genctl takes over the lock of a killed process of this machine at once. It takes over one of another machine after `staleMs`, in
 * which a ledger of any size can be read. Unit: ms.
 */
const patience = { timeoutMs: 60_000, staleMs: 30_000 };

export function openSpending(ports: SpendingPorts): Spending {
  const { nowMs, scope } = ports;
  const file = indexFile(ports.ledger, scope);
  /** By the likeness of their jobs, prices that may not be in the ledger yet. */
  const learned = new Map<string, number>();

  /** The intents are read before the jobs: one that gets its job meanwhile is in both, and never in neither. */
  async function current(): Promise<CurrentSpending> {
    const submits = ports.unsettled().filter((intent) => isOfScope(spendingFacts(intent), scope));
    const unreadable = ports.unreadable().filter(({ remains }) => mayBeOfScope(remains, scope));
    const openKeys = keysOf([
      ...submits.map(({ idempotency_key: key }) => keyFileName(key)),
      ...namesOf(unreadable),
    ]);
    const now = { ...ports, nowMs: nowMs(), openKeys };
    const known = file.read();
    const index =
      known !== undefined && isOfNow(known, now) && advanceIndex(known, now) ? known : await buildIndex(now);
    file.write(index);
    for (const [likeness, microUsd] of learned) learnPrice(index, likeness, microUsd);
    const open = submits.map((intent) => ({ ...intent, likeness: likenessOfIntent(ports, intent) }));
    return { index, open, unreadable, nowMs: now.nowMs };
  }
  async function claimEach(group: readonly Claimant[]): Promise<void> {
    file.prepare();
    for (;;) {
      const lock = await takeLock(file.lock, { ...patience, now: nowMs });
      try {
        const judgements = await judgeEach(group, { ...ports, current });
        // A process that was suspended meanwhile may have lost the lock, and what it read is old.
        if (!lock.isHeld()) continue;
        await Promise.all(group.map((one, place) => settle(one, judgements[place])));
        return;
      } finally {
        lock.release();
      }
    }
  }
  return {
    async look(assumed) {
      const { index, nowMs: atMs, open, unreadable } = await current();
      return {
        spent: sumSpending({ index, open, unreadable, nowMs: atMs, assumed, likeness: ports.likeness }),
        priceOf: (intent) => priceIn(index, ports, intent),
        learn(intent, microUsd) {
          const likeness = likenessOfIntent(ports, intent);
          learned.set(likeness, Math.max(microUsd, learned.get(likeness) ?? 0));
          learnPrice(index, likeness, microUsd);
        },
      };
    },
    claim: inGroups(claimEach),
  };
}

/** The keys whose submits are open, by the names of their files: of a damaged one that may be all that is known. */
function keysOf(names: readonly string[]): OpenKeys {
  const open = new Set(names);
  return { has: (key) => open.size > 0 && open.has(keyFileName(key)) };
}

function namesOf(unreadable: readonly UnreadableIntent[]): string[] {
  return unreadable.map(({ name }) => name);
}

/** Judges each claim by what is spent and by those before it; what they reserve comes with it. */
async function judgeEach(
  group: readonly Claimant[],
  ports: SpendingPorts & { current(): Promise<CurrentSpending> },
): Promise<JudgedSubmit[]> {
  const state = await ports.current();
  const reserved: CurrentSpending['open'][number][] = [];
  const claimed = new Set<Intent>();
  for (const { wanted } of group) if (await ports.isClaimed(wanted.intent)) claimed.add(wanted.intent);
  const source = { ...ports, isClaimed: (intent: Intent) => claimed.has(intent) };
  return group.map(({ wanted }) => {
    const judged = judgeSubmit({ ...state, open: [...state.open, ...reserved] }, wanted, source);
    if (judged.kind === 'within') {
      reserved.push({ ...reservedBy(wanted.intent, judged), likeness: '' });
      wanted.cap?.hold(judged.microUsd);
    }
    return judged;
  });
}

/** Tells whether an index goes back far enough, and has prices of the current kind. */
function isOfNow(
  { likeness, since }: SpendingIndex,
  { nowMs, ...source }: { nowMs: number } & JobSource,
): boolean {
  return likeness === source.likeness.mark && since < monthOfDay(utcDay(nowMs));
}

type Claimant = Member<PricedClaim, BudgetRefusal | undefined>;

/** Makes a claim as it was judged, or refuses it. */
function settle({ end, wanted }: Claimant, judged: JudgedSubmit | undefined): Promise<void> {
  const { intent, make } = wanted;
  return end(async () => {
    if (judged?.kind === 'over' || judged?.kind === 'unpriced') return judged;
    await make(judged?.kind === 'within' ? reservedBy(intent, judged) : intent);
    return undefined;
  });
}

function reservedBy(intent: Intent, { microUsd }: { microUsd: number }): Intent {
  return { ...intent, reserved_usd: usdOf(microUsd) };
}

/** The file of an account's index. What can't be read is as good as none, and what can't be written is made anew the next time. */
function indexFile(ledger: string, scope: SpendingScope) {
  const folder = join(ledger, 'spending');
  const path = join(folder, `${nameOf(indexKey(scope))}.json`);
  return {
    /** The path of the lock under which claims are made. Profiles of one origin may be one account, so they share it. */
    lock: join(folder, `.${nameOf([scope.origin])}.lock`),
    /** Makes the folder of both. Throws native errors. */
    prepare: () => ensurePrivateFolder(folder),
    read(): SpendingIndex | undefined {
      try {
        const [sum, json = ''] = readFileSync(path, 'utf8').split('\n', 2);
        const index = sum === String(bytesSum(Buffer.from(json))) ? tryReadJson(json) : undefined;
        return isIndex(index) && isIndexOf(index, scope) ? index : undefined;
      } catch {
        return undefined;
      }
    },
    write(index: SpendingIndex): void {
      try {
        ensurePrivateFolder(folder);
        // After a power cut it is made anew, so nothing is flushed.
        const json = JSON.stringify(index);
        const sum = bytesSum(Buffer.from(json));
        writeFileAtomic(path, Buffer.from(`${sum}\n${json}\n`), { durable: false });
      } catch {
        // Without the index the next submit takes longer, and nothing else.
      }
    },
  };
}

function nameOf(words: readonly string[]): string {
  return sha256(words.join('\n')).slice(0, 24);
}

/** The words that an index is kept under. A program may print another key at each run: its accounts share one file. */
function indexKey({ account, key_source, origin, profile }: SpendingScope): string[] {
  const isOfProgram = key_source === 'command' && account !== undefined;
  return [profile, origin, key_source ?? '', isOfProgram ? '' : (account ?? 'untold')];
}

function isIndexOf(index: SpendingIndex, { account, key_source, origin, profile }: SpendingScope): boolean {
  const isSameKey = index.account === account && index.key_source === key_source;
  return isSameKey && index.profile === profile && index.origin === origin;
}

/** Its sum says that the file is as it was written; its version, that the parts are there that are walked through. */
function isIndex(value: unknown): value is SpendingIndex {
  const index = objectOf(value);
  if (index?.version !== spendingVersion || typeof index.since !== 'string') return false;
  const { days, dearest, estimated, jobs, logs, missing, settling } = index;
  return [days, dearest, estimated, jobs, logs].every(isObject) && [missing, settling].every(Array.isArray);
}
