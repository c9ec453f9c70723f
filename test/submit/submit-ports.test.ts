import { expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { fixedKey } from '../../src/account/keys/account-key.ts';
import { createApi } from '../../src/api/transport/api.ts';
import { ExchangeError, type ExchangeRequest } from '../../src/api/transport/exchange.ts';
import type { LeftIfKilled } from '../../src/cli/surroundings.ts';
import { InterruptedError, SignalAbort } from '../../src/errors/interrupted-error.ts';
import { submitIntent } from '../../src/submit/submit.ts';
import { submitPortsReader } from '../../src/submit/submit-ports.ts';
import { createFakeClock } from '../api/fake-clock.ts';
import { ledgerInTemp } from '../ledger/fixtures/open-ledger.ts';
import { intent, workAccount } from '../ledger/fixtures/records.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'stored',
  stored: undefined,
};
const choices = { windowMs: 24 * 3_600_000, resend: false };

/** A service that takes every submit, or one that leaves each unanswered until it is given up. */
function answering({ body, signal, headers }: ExchangeRequest, isSilent: boolean) {
  if (!isSilent) {
    const { model } = JSON.parse(new TextDecoder().decode(body));
    const job = { id: `job_${headers['idempotency-key']}`, model, status: 'queued' };
    const chunks = (async function* () {
      yield new TextEncoder().encode(JSON.stringify(job));
    })();
    return Promise.resolve({ status: 202, headers: {}, body: chunks, discard: async () => {} });
  }
  return new Promise<never>((_, fail) => {
    const lost = (): void => fail(new ExchangeError('unknown', 'ABORTED', 'given up'));
    signal?.addEventListener('abort', lost, { once: true });
  });
}

function counted({ isSilent = false, lastWordMs }: { isSilent?: boolean; lastWordMs?: number } = {}) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const clock = createFakeClock();
  const { ledger } = ledgerInTemp();
  const interrupt = new AbortController();
  const lefts = new Set<() => LeftIfKilled>();
  const api = createApi({
    baseUrl: account.baseUrl,
    key: fixedKey('key-of-tests'),
    exchange: { send: (request) => answering(request, isSilent), close: async () => {} },
    clock,
    random: () => 0.5,
    userAgent: 'genctl/test',
  });
  function ask<Value>(what: string, value: Value): () => Promise<Value> {
    return async () => {
      asked.push(what);
      return value;
    };
  }
  const context = {
    clock,
    accountKeyOf: async () => fixedKey('key-of-tests'),
    api: ask('api', api),
    claimantOf: ask('claimant', workAccount),
    ledger: ask('ledger', ledger),
    interruption: () => interrupt.signal,
    leftIfKilled(left) {
      lefts.add(left);
      return () => lefts.delete(left);
    },
    interruptedAgain: new AbortController().signal,
    listen: (event) => {
      if (event.kind === 'warning') warnings.push(event.message);
    },
    throwIfInterrupted: (_, left) => {
      const parts = { code: 'interrupted', message: 'Stopped', idempotencyKey: left?.idempotencyKey };
      if (interrupt.signal.aborted) throw new InterruptedError('SIGINT', parts);
    },
  } satisfies Parameters<typeof submitPortsReader>[0];
  const portsOf = submitPortsReader(context, lastWordMs);
  const left = () => [...lefts].map((one) => ({ ...one() }));
  return { asked, clock, interrupt, ledger, left, portsOf, warnings };
}

function keys(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `key-${place}`);
}

it('a hundred submits, side by side, ask once for the account, its key and the ledger', async () => {
  const { asked, ledger, portsOf } = counted();
  await Promise.all(
    keys(100).map(async (idempotency_key) =>
      submitIntent(intent({ idempotency_key }), choices, await portsOf({ ...account })),
    ),
  );
  expect(asked).toEqual(['api', 'ledger', 'claimant']);
  expect(await ledger.list()).toHaveLength(100);
});

it('an interruption gives the submits of a batch as long as the batch does', async () => {
  const { clock, interrupt, portsOf, warnings } = counted({ isSilent: true, lastWordMs: 1_500 });
  const ports = await portsOf(account);
  const submitted = submitIntent(intent(), choices, {
    ...ports,
    send(bytes, sent, way) {
      setImmediate(() => interrupt.abort(new SignalAbort('SIGINT')));
      return ports.send(bytes, sent, way);
    },
  });
  await expect(submitted).rejects.toBeInstanceOf(InterruptedError);
  expect(clock.slept).toEqual([1_500]);
  expect(warnings).toEqual([expect.stringMatching(/^stopping: up to 1.5 s/)]);
});

it('an interruption gives all that are under way one time, and each says its own key', async () => {
  const { interrupt, ledger, portsOf, warnings } = counted({ isSilent: true });
  const ports = await portsOf(account);
  const submitted = keys(3).map((idempotency_key) =>
    submitIntent(intent({ idempotency_key }), choices, {
      ...ports,
      send(bytes, sent, way) {
        if (idempotency_key === 'key-2') setImmediate(() => interrupt.abort(new SignalAbort('SIGINT')));
        return ports.send(bytes, sent, way);
      },
    }),
  );
  const ends = await Promise.allSettled(submitted);
  expect(ends.map((end) => (end.status === 'rejected' ? end.reason.idempotencyKey : end))).toEqual(keys(3));
  expect(warnings).toEqual([expect.stringMatching(/^stopping: up to 5 s/)]);
  expect(await ledger.unsettled()).toHaveLength(3);
});

it('a submit is left open until its job is on record, and the job until the submit is over', async () => {
  const { ledger, left, portsOf } = counted();
  const ports = await portsOf(account);
  const seen: unknown[] = [];
  const open = { idempotencyKey: 'key-0', recoverable: true };
  await submitIntent(intent({ idempotency_key: 'key-0', draft_of: 'job_draft' }), choices, {
    ...ports,
    ledger: {
      ...ledger,
      async recordJob(record) {
        seen.push(...left());
        return ledger.recordJob(record);
      },
      async find(id) {
        seen.push(...left());
        return ledger.find(id);
      },
    },
  });
  expect(seen).toEqual([open, { recoverable: true, jobIds: ['job_key-0'] }]);
  expect(left()).toEqual([]);
});
