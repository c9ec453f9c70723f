import { wayOf } from '../../client/ways/index.ts';
import { pollRecord } from '../../client/ways/record-poll.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { NotFoundError } from '../../errors/endings.ts';
import type { SubmitPorts } from '../../flows/submit.ts';
import type { Account } from '../../store/account.ts';
import { isKeyOfOneSubmit } from '../../store/ledger/claims.ts';
import { type Intent, sendsOf } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';

/** How long an interrupted submit may still take to say which job it made. Unit: ms. */
const lastWordMs = 5_000;

/** What a submit needs: the ledger, and the service spoken to as an account. */
export async function submitPorts(context: CommandContext, account: Account): Promise<SubmitPorts> {
  const api = await context.api(account);
  const { clock } = context;
  return {
    account: await context.claimantOf(account),
    ledger: await context.ledger(),
    nowMs: () => clock.nowMs(),
    listen: context.listen,
    async sees(record) {
      try {
        await pollRecord(api, record);
        return true;
      } catch (error) {
        if (error instanceof NotFoundError) return false;
        throw error;
      }
    },
    async send(bytes, intent, { waitForKey }) {
      const patience = outlast(context);
      try {
        const { idempotency_key: idempotencyKey, model: expectModel, route, sync } = intent;
        const { signal } = patience;
        const keyInUse = isKeyOfOneSubmit(intent)
          ? 'by this submit'
          : waitForKey
            ? 'perhaps for a moment'
            : undefined;
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
        });
      } catch (error) {
        if (patience.signal.aborted) {
          context.throwIfInterrupted([], {
            idempotencyKey: intent.idempotency_key,
            recoverable: requestRoutes[intent.route].hasKey,
          });
        }
        throw error;
      } finally {
        patience.end();
      }
    },
  };
}

/** Since when it is not known what an earlier send made; undefined where this is the first. Unit: ms since 1970. */
function openSinceMsOf(intent: Intent): number | undefined {
  const { created_at, first_sent_at } = intent;
  return sendsOf(intent) > 1 ? Date.parse(first_sent_at ?? created_at) : undefined;
}

/** Aborts some time after the interruption: an id that is on its way is worth a few seconds. */
function outlast({ clock, interruption, listen }: CommandContext): { signal: AbortSignal; end: () => void } {
  const interrupted = interruption();
  const given = new AbortController();
  const ended = new AbortController();
  const wait = (): void => {
    const message = `stopping: up to ${lastWordMs / 1000} s for the id of the job; once more stops at once`;
    listen({ kind: 'warning', message });
    void clock.sleep(lastWordMs, ended.signal).then(() => given.abort());
  };
  interrupted.addEventListener('abort', wait, { once: true });
  if (interrupted.aborted) wait();
  return {
    signal: given.signal,
    end() {
      interrupted.removeEventListener('abort', wait);
      ended.abort();
    },
  };
}
