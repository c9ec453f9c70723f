import type { Account } from '../account/account.ts';
import { accountName } from '../account/accounts.ts';
import { notSentCode } from '../api/trouble/trouble.ts';
import { wayOf } from '../api/ways/index.ts';
import { MachineError } from '../errors/endings.ts';
import { systemFailure } from '../errors/system-trouble.ts';
import {
  createSpareDescriptors,
  type HeldDescriptors,
  type SpareDescriptors,
} from '../files/spare-descriptors.ts';
import { isKeyReusable } from '../ledger/intents/claims.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Intent, type JobRecord, sendsOf } from '../ledger/record.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { once, oncePerKey } from '../text/once.ts';
import type { ProvenClaimant } from './account/proven-claimant.ts';
import { seesJob } from './sees-job.ts';
import type { SubmitPorts } from './submit.ts';

/** How long an interrupted submit may still wait for the id of its job, where nothing else is to end. Unit: ms. */
const usualLastWordMs = 5_000;

/** The means that the ports of submits are made from. */
type PortsContext = Pick<
  RequestMeans,
  | 'accountKeyOf'
  | 'api'
  | 'claimantOf'
  | 'clock'
  | 'interruption'
  | 'interruptedAgain'
  | 'ledger'
  | 'leftIfKilled'
  | 'listen'
  | 'throwIfInterrupted'
>;

/** Gives the ports of submits to an account. They are made once for each account, for any number of submits. */
export type SubmitPortsReader = (account: Account) => Promise<SubmitPorts>;

/** `lastWordMs`: how long the submits under way may still wait for the ids of their jobs once the run is interrupted. */
export function submitPortsReader(context: PortsContext, lastWordMs = usualLastWordMs): SubmitPortsReader {
  const made = new Map<string, Promise<SubmitPorts>>();
  const shared = { lastWord: awaitLastWord(context, lastWordMs), spares: createSpareDescriptors() };
  return (account) => oncePerKey(made, accountName(account), () => openPorts(context, account, shared));
}

/** The parts that the submits of a run share. */
interface SharedParts {
  lastWord: ReturnType<typeof awaitLastWord>;
  spares: SpareDescriptors;
}

/** See `SubmitPorts`. */
export async function latestMs(
  { api, clock, interruption }: Pick<RequestMeans, 'api' | 'clock' | 'interruption'>,
  account: Account,
): Promise<number> {
  const service = await api(account);
  await service.askTime(interruption());
  return Math.max(service.clock.nowMs(), clock.nowMs());
}

/** The ports of submits to one account: the ledger, and the service. */
async function openPorts(
  context: PortsContext,
  account: Account,
  { lastWord, spares }: SharedParts,
): Promise<SubmitPorts> {
  const api = await context.api(account);
  const { claimantOf, listen } = context;
  const ledger = await context.ledger();
  const sees = (record: JobRecord) => seesJob(api, record, { signal: context.interruption() });
  const nowMs = (): number => api.clock.nowMs();
  const { claimant, claimedKey, claimError } = await readClaimant(context, account, { ledger, nowMs, sees });
  const approval = once(async () => {
    const { createKeyApproval } = await import('./account/approve-key.ts');
    return createKeyApproval({ account, claimant, claimantOf, ledger, nowMs, sees });
  });
  return {
    account: claimant,
    claimError,
    ledger,
    nowMs,
    latestMs: () => latestMs(context, account),
    leftIfKilled: context.leftIfKilled,
    listen,
    prepare: (route) => prepareSend(route, spares),
    sees,
    async send(bytes, intent, { pausedElsewhereMs, waitForKey, waitOutPause }) {
      const { idempotency_key: idempotencyKey, model: expectModel, route, sync } = intent;
      const signal = lastWord.begin();
      const recoverable = requestRoutes[route].hasKey;
      try {
        const keyOfOthers = waitForKey ? 'perhaps for a moment' : undefined;
        const keyInUse = isKeyReusable(intent) ? keyOfOthers : 'by this submit';
        const openSinceMs = openSinceMsOf(intent);
        const way = await wayOf(route);
        return await way.submit(api, {
          bytes,
          idempotencyKey,
          expectModel,
          sync,
          signal,
          keyInUse,
          openSinceMs,
          waitOutPause,
          pausedElsewhereMs,
          async approveKey(apiKey, { isOpen }) {
            if (apiKey !== claimedKey) await (await approval())(intent, { apiKey, isOpen });
          },
        });
      } catch (error) {
        if (signal.aborted) context.throwIfInterrupted([], { idempotencyKey, recoverable });
        throw error;
      } finally {
        await lastWord.end();
      }
    },
  };
}

/** The claimant of an account, and the key that it claims with. Only a program prints keys that have to be proven. */
async function readClaimant(
  { accountKeyOf, claimantOf }: Pick<PortsContext, 'accountKeyOf' | 'claimantOf'>,
  account: Account,
  ports: Pick<SubmitPorts, 'nowMs' | 'sees'> & { ledger: Ledger },
): Promise<ProvenClaimant> {
  const key = await accountKeyOf(account);
  if (account.keySource === 'command') {
    const { provenClaimant } = await import('./account/proven-claimant.ts');
    return provenClaimant({ account, claimantOf, key, ...ports });
  }
  const claimedKey = key.current();
  return { claimant: await claimantOf(account, claimedKey), claimedKey };
}

/** See `SubmitPorts`. */
async function prepareSend(route: RequestRoute, spares: SpareDescriptors): Promise<HeldDescriptors> {
  try {
    await wayOf(route);
    return spares.hold();
  } catch (error) {
    const failure = systemFailure(error);
    if (failure === undefined) throw error;
    const { mend: hint, message, why } = failure;
    throw new MachineError({
      code: notSentCode,
      message,
      why: `${why}; nothing was sent`,
      hint,
      cause: error,
    });
  }
}

/**
 * When the intent was first sent, where it is not known whether that made a job; undefined at the first send. Unit: ms since
 * 1970.
 */
function openSinceMsOf(intent: Intent): number | undefined {
  const { created_at, first_sent_at } = intent;
  return sendsOf(intent) > 1 ? Date.parse(first_sent_at ?? created_at) : undefined;
}

/**
 * Lets the sends that are under way go on for a few seconds after an interruption. The id of a job that was paid for may be about
 * to arrive.
 */
function awaitLastWord({ clock, interruptedAgain, interruption, listen }: PortsContext, lastWordMs: number) {
  let underWay = 0;
  let given = new AbortController();
  let ended = new AbortController();
  let timer = Promise.resolve();
  const wait = (): void => {
    const message = `stopping: up to ${lastWordMs / 1000} s for the id of the job; a second signal stops at once`;
    listen({ kind: 'warning', message });
    const signal = AbortSignal.any([ended.signal, interruptedAgain]);
    const late = given;
    timer = clock.sleep(lastWordMs, signal).then(() => late.abort());
  };
  return {
    /** A send begins; the signal cuts it off. */
    begin(): AbortSignal {
      underWay += 1;
      if (underWay === 1) {
        given = new AbortController();
        ended = new AbortController();
        const interrupted = interruption();
        interrupted.addEventListener('abort', wait, { once: true });
        if (interrupted.aborted) wait();
      }
      return given.signal;
    },
    /** A send is over. */
    async end(): Promise<void> {
      underWay -= 1;
      if (underWay > 0) return;
      interruption().removeEventListener('abort', wait);
      ended.abort();
      await timer;
    },
  };
}
