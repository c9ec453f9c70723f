import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChance } from '../media/drawing/chance.ts';
import { sandboxKey, sandboxKeyPrefix, sandboxOrigins } from '../text/base-url.ts';
import { createControl } from './control/control.ts';
import { ConnectionCut, readFault } from './control/faults.ts';
import type { SandboxOptions } from './deployment.ts';
import type * as shown from './public.d.ts';
import { Refusal } from './refusal.ts';
import { accountIdOf } from './state/account-id.ts';

export class SandboxError extends TypeError implements shown.SandboxError {
  override readonly name = 'SandboxError';
  readonly code: shown.SandboxError['code'];

  constructor(code: shown.SandboxError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Makes a sandbox in this process, for tests of programs that use the service. */
export const createSandbox: typeof shown.createSandbox = (settings = {}) => {
  const { inFlight, noCdn = false, now: nowMs = Date.now, seed, speed = 'instant' } = settings;
  const temporary = join(tmpdir(), `genctl-sandbox-${randomUUID()}`);
  const closing = new AbortController();
  const control = createControl({ closing: closing.signal });
  const assertOpen = (): void => {
    if (closing.signal.aborted) throw new SandboxError('closed', 'The sandbox is closed.');
  };
  const options = {
    folder: settings.folder ?? temporary,
    nowMs,
    randomBytes: seed === undefined ? randomBytes : seededBytes(seed),
    speed,
    limits: { inFlight: { every: inFlight } },
    control,
  };
  const { api: baseUrl, cdn: cdnUrl } = sandboxOrigins;
  let opening: ReturnType<typeof openService> | undefined;
  /** Loads the service when it is first needed. Tests that only make a sandbox don't wait for it. */
  const opened = () => (opening ??= openService({ ...options, baseUrl, cdnUrl: noCdn ? undefined : cdnUrl }));
  const addresses = new Set<shown.SandboxAddress>();

  return {
    baseUrl,
    apiKey: sandboxKey,
    async fetch(input, init) {
      assertOpen();
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      try {
        const { service } = await opened();
        return await service.fetch(request);
      } catch (cause) {
        // As fetch words a connection that broke.
        throw cause instanceof ConnectionCut ? new TypeError('fetch failed', { cause }) : cause;
      }
    },
    async listen({ port = 0 } = {}) {
      assertOpen();
      const { listenSandbox } = await import('./listen.ts');
      const { apiKey: _, ...address } = await listenSandbox({ ...options, noCdn, port });
      addresses.add(address);
      return address;
    },
    async reset(of) {
      const accountId = accountOf(of);
      const { resetAccount, resetSandbox } = await import('./reset.ts');
      if (accountId === undefined) resetSandbox(options.folder);
      else await resetAccount((await opened()).deployment, accountId);
      control.forget(accountId);
    },
    requests: (of) => control.requests.of(accountOf(of)),
    faults(faults, of) {
      const accountId = accountOf(of);
      for (const fault of taken(() => [faults].flat().map(readFault))) control.faults.add(accountId, fault);
    },
    advance: (ms, of) => taken(() => control.advance(accountOf(of), ms)),
    async close() {
      closing.abort(new ConnectionCut('The sandbox closed.'));
      const addressesClosed = [...addresses].map((address) => address.close());
      await Promise.all([opening?.then(({ service }) => service.idle()), ...addressesClosed]);
      rmSync(temporary, { recursive: true, force: true });
    },
  };
};

/** The account of a call; undefined for all of them. @throws SandboxError for a key that may be a real one. It is not repeated. */
function accountOf({ key }: shown.OfKey = {}): string | undefined {
  if (key === undefined) return undefined;
  if (key.startsWith(sandboxKeyPrefix)) return accountIdOf(key);
  throw new SandboxError('invalid_key', `The keys of a sandbox begin with ${sandboxKeyPrefix}.`);
}

/** The result of `work`, which refuses as a route does. @throws SandboxError instead. */
function taken<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof Refusal ? new SandboxError('invalid_input', cause.message) : cause;
  }
}

async function openService(options: SandboxOptions) {
  const [{ sandboxOf }, { createDeployment }] = await Promise.all([
    import('./app.ts'),
    import('./deployment.ts'),
  ]);
  const deployment = createDeployment(options);
  return { deployment, service: sandboxOf(deployment) };
}

/** Bytes that depend on the seed alone. */
function seededBytes(seed: number | string): (count: number) => Uint8Array {
  const chance = createChance(['sandbox', seed]);
  return (count) => Uint8Array.from({ length: count }, () => chance(256));
}
