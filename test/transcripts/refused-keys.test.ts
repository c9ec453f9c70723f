import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type KnownAccount, knowAccount } from './fixtures/known-account.ts';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--no-preflight', '--json'];

/** A service that answers as it is told to, and the keys that it was sent. */
async function service(answer: (response: ServerResponse, submits: number) => void) {
  const keys = new Set<string>();
  let submits = 0;
  const origin = await onLoopback((request, response) => {
    keys.add(request.headers.authorization ?? 'none');
    if (request.method === 'POST') submits += 1;
    request.resume().on('end', () => answer(response, submits));
  });
  return { keys, url: origin };
}

function refuse(response: ServerResponse, status: number): void {
  const error = { code: status === 401 ? 'unauthorized' : 'forbidden', message: 'Not with this key.' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

/** A home whose account is px, at that place; its key is stored, or printed by a command. */
function homeOf(account: KnownAccount) {
  const { home, run } = newHome();
  knowAccount(home, 'px', account);
  return run;
}

const echo = (key: string): string[] => [process.execPath, '-e', `console.log(${JSON.stringify(key)})`];

/** By where a key comes from: an account with that key, and what gives it another one. */
const sources = {
  environment: {
    fields: () => ({}),
    env: (key: string, url: string) => ({ GENCTL_API_KEY: key, GENCTL_BASE_URL: url }),
    mend: (url: string) => `set GENCTL_API_KEY to a key of ${url}`,
  },
  'the environment, over an account': {
    fields: () => ({ api_key: 'its-own' }),
    env: (key: string) => ({ GENCTL_API_KEY: key }),
    mend: (url: string) => `set GENCTL_API_KEY to a key of ${url}, or unset it: px has a key of its own`,
  },
  'a credential_command': {
    fields: (key: string) => ({ credential_command: echo(key) }),
    env: () => ({}),
    mend: (url: string) =>
      `fix what the credential_command of px prints, or: genctl auth login --profile px --base-url ${url}`,
  },
  'auth login': {
    fields: (key: string) => ({ api_key: key }),
    env: () => ({}),
    mend: (url: string) => `genctl auth login --profile px --base-url ${url}`,
  },
} satisfies Record<
  string,
  {
    fields: (key: string) => { api_key?: string; credential_command?: string[] };
    env: (key: string, url: string) => Record<string, string>;
    mend: (url: string) => string;
  }
>;

describe.each(Object.entries(sources))('a key from %s', (_, { fields, env, mend }) => {
  async function ended(url: string, key: string) {
    return errorOf(await homeOf({ base_url: url, ...fields(key) })(submit, { env: env(key, url) }));
  }

  it('that is not accepted is mended where it comes from', async () => {
    const { url } = await service((response) => refuse(response, 401));
    expect(await ended(url, 'a-wrong-key')).toMatchObject({ exit_code: 3, hint: mend(url) });
  });

  it('that is not granted the model is mended by the grant, another model, or another key', async () => {
    const { url } = await service((response) => refuse(response, 403));
    const { hint } = await ended(url, 'a-poor-key');
    expect(hint).toBe(
      `ask for access, or choose another model: genctl models; or, for another key: ${mend(url)}`,
    );
  });

  it('that can not be sent is mended where it comes from', async () => {
    const { url, keys } = await service((response) => refuse(response, 401));
    expect(await ended(url, 'two words')).toMatchObject({
      code: 'key_malformed',
      exit_code: 3,
      hint: mend(url),
    });
    expect([...keys]).toEqual([]);
  });

  it('that is refused after a submit whose answer was lost is mended first, and then the submit', async () => {
    const { url } = await service((response, submits) => {
      if (submits < 2) response.socket?.resetAndDestroy();
      else refuse(response, 401);
    });
    expect(await ended(url, 'a-revoked-key')).toMatchObject({
      exit_code: 13,
      hint: `${mend(url)}; then: genctl recover`,
    });
  });
});

describe('a key of an account', () => {
  it('is not sent to another service that a variable or a flag names', async () => {
    const own = await service((response) => refuse(response, 401));
    const other = await service((response) => refuse(response, 401));
    const run = homeOf({ base_url: own.url, api_key: 'its-own' });
    const byFlag = await run([...submit, '--base-url', other.url]);
    const byVariable = await run(submit, { env: { GENCTL_BASE_URL: other.url } });
    for (const ended of [byFlag, byVariable]) {
      expect(ended.code).toBe(3);
      expect(errorOf(ended)).toMatchObject({
        code: 'key_of_another_service',
        hint: expect.stringContaining(`genctl auth login --profile NAME --base-url ${other.url}`),
      });
    }
    expect([...other.keys]).toEqual([]);
    const deliberate = await run(['models', '--profile', 'px', '--base-url', other.url, '--json']);
    expect(errorOf(deliberate).hint).toContain('leave --base-url out');
    expect([...other.keys]).toEqual(['Bearer its-own']);
  });

  it('is not named by what the sandbox says of a key that is none of its own', async () => {
    const served = await service((response) => {
      const message = 'This is a sandbox, whose keys begin with sbx_. Use sbx_local.';
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'unauthorized', message } }));
    });
    const env = { GENCTL_BASE_URL: served.url, GENCTL_API_KEY: 'a-real-key' };
    const { stderr } = await homeOf({ base_url: served.url })(['models'], { env });
    expect(stderr).toContain('whose keys begin with sbx_. Use sbx_local.');
  });
});
