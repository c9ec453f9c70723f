import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { knowAccount } from './fixtures/known-account.ts';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const goodKey = 'Bearer a-good-key';

async function listen(listener: RequestListener): Promise<string> {
  return new URL(await onLoopback(listener)).host;
}

/** Models under a path, a page at /docs, and 404 everywhere else. */
function service(prefix: string): RequestListener {
  return (request, response) => {
    if (request.url === `${prefix}/v2/models`) {
      if (request.headers.authorization === goodKey)
        return sendJson(response, 200, { data: [{ id: 'a/b' }] });
      return sendJson(response, 401, { error: { code: 'unauthorized', message: 'No such key.' } });
    }
    if (request.url?.startsWith('/docs'))
      return response.setHeader('content-type', 'text/html').end('<title>Docs</title>');
    sendJson(response, 404, { error: { code: 'not_found', message: 'No such route.' } });
  };
}

const login = (baseUrl: string): string[] => [
  'auth',
  'login',
  '--profile',
  'px',
  '--base-url',
  baseUrl,
  '--json',
];
const stdin = 'a-good-key\n';

describe('auth login', () => {
  it.each([
    ['/v2', ''],
    ['/v1', ''],
    ['/v2/models', ''],
    ['/media/v2', '/media'],
    ['/V2/', ''],
    ['/v2/jobs', ''],
  ])('takes a base URL with %s at its end without that, and says so', async (path, prefix) => {
    const { run } = newHome();
    const host = await listen(service(prefix));
    const words = login(`http://${host}${path}`).filter((word) => word !== '--json');
    const ended = await run(words, { stdin });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain(`so the base URL is http://${host}${prefix}.`);
    const { items } = JSON.parse((await run(['auth', 'list', '--json'])).stdout);
    expect(items[0]).toMatchObject({ name: 'px', base_url: `http://${host}${prefix}` });
  });

  it('keeps a version in the path of a service that is there', async () => {
    const { run } = newHome();
    const host = await listen(service('/v1'));
    expect((await run(login(`http://${host}/v1`), { stdin })).code).toBe(0);
    expect((await run(['auth', 'list'])).stdout).toContain(`http://${host}/v1`);
  });

  it('refuses a base URL with a version at which nothing answers either way', async () => {
    const { run } = newHome();
    const host = await listen(service('/media'));
    const ended = await run(login(`http://${host}/v2`), { stdin });
    expect([ended.code, errorOf(ended).code]).toEqual([2, 'no_service']);
    expect((await run(['auth', 'list', '-q'])).stdout).toBe('sandbox\n');
  });

  it('refuses a key that is not accepted at a base URL with a version', async () => {
    const host = await listen(service(''));
    const ended = await newHome().run(login(`http://${host}/v2`), { stdin: 'a-bad-key\n' });
    expect([ended.code, errorOf(ended).code]).toEqual([3, 'unauthorized']);
  });

  it('refuses a base URL at which a page answers', async () => {
    const host = await listen(service(''));
    const ended = await newHome().run(login(`http://${host}/docs/api`), { stdin });
    expect(ended.code).toBe(9);
    const hint = 'get the base URL from the service, then: genctl auth login --profile px --base-url URL';
    expect(errorOf(ended)).toMatchObject({ code: 'no_service', hint });
  });

  it.each(['http://api.example.invalid', 'api.example.invalid'])(
    'names https where %s was typed',
    async (typed) => {
      const ended = await newHome().run(login(typed), { stdin });
      expect(ended.code).toBe(2);
      expect(errorOf(ended)).toMatchObject({
        code: 'base_url_invalid',
        hint: expect.stringContaining('--base-url https://api.example.invalid'),
      });
    },
  );

  it('keeps nothing where nothing answers, and may be run again', async () => {
    const { run } = newHome();
    const ended = await run(login('http://127.0.0.1:9'), { stdin });
    expect(ended.code).toBe(9);
    const again = 'genctl auth login --profile px --base-url http://127.0.0.1:9';
    const hint = `check the base URL and the network, then: ${again}`;
    expect(errorOf(ended)).toMatchObject({ code: 'no_service', retryable: true, hint });
    expect((await run(['auth', 'list', '-q'])).stdout).toBe('sandbox\n');
  });

  it.each([
    ...[200, 302, 401, 402, 403, 408, 418, 429, 502, 503, 511].map(
      (status) => [status, 'a page', '<html><title>Log in</title></html>', 'text/html'] as const,
    ),
    ...[200, 400, 429, 503].map((status) => [status, 'plain text', 'Log in first', 'text/plain'] as const),
    [503, 'other JSON', '{"status":"down"}', 'application/json'] as const,
    [511, 'JSON', '{"error":{"message":"Log in to the network"}}', 'application/json'] as const,
    [200, 'JSON that lists no models', '{"data":[{"login":true}]}', 'application/json'] as const,
    [200, 'an error', '{"error":{"message":"Log in"}}', 'application/json'] as const,
  ])('keeps nothing where something else answers: %d, %s', async (status, _, text, type) => {
    const { run } = newHome();
    const host = await listen((__, response) => {
      response.writeHead(status, { 'content-type': type, location: '/login' }).end(text);
    });
    const ended = await run(login(`http://${host}`), { stdin });
    expect([2, 3, 9]).toContain(ended.code);
    expect(errorOf(ended).message).toContain('nothing was saved');
    expect((await run(['auth', 'list', '-q'])).stdout).toBe('sandbox\n');
  });

  it('names the login page of a network', async () => {
    const host = await listen((_, response) => {
      response.writeHead(511, { 'content-type': 'text/html' }).end('<title>Wi-Fi</title>');
    });
    const ended = await newHome().run(login(`http://${host}`), { stdin });
    expect(errorOf(ended).hint).toContain('log in to the network in a browser, then: genctl auth login');
  });

  it('keeps an account of a service that is there and can not answer just now', async () => {
    const { run } = newHome();
    const host = await listen((_, response) => sendJson(response, 503, { error: { message: 'Later.' } }));
    const ended = await run(['auth', 'login', '--base-url', `http://${host}`], { stdin });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('the key could not be tried');
  });
});

describe('doctor', () => {
  it('names the base URL that was likely meant, where it was said', async () => {
    const host = await listen(service('/media'));
    const meant = `http://${host}/media`;
    const { home, run } = newHome();
    const fixOf = async (words: string[], env: Record<string, string> = {}): Promise<string> => {
      const { items } = JSON.parse((await run(['doctor', '--json', ...words], { env })).stdout);
      return items.find(({ name }: { name: string }) => name === 'service').fix;
    };
    const variables = { GENCTL_BASE_URL: `${meant}/v2`, GENCTL_API_KEY: 'a-good-key' };
    expect(await fixOf([], variables)).toBe(`set GENCTL_BASE_URL to ${meant}`);
    knowAccount(home, 'px', { base_url: `${meant}/v2/models`, api_key: 'a-good-key' });
    expect(await fixOf([])).toBe(`genctl auth login --profile px --base-url ${meant}`);
    expect(await fixOf(['--base-url', `http://${host}/docs`])).not.toContain('doctor --base-url');
    expect(await fixOf(['--base-url', `${meant}/v1`])).toBe(`genctl doctor --base-url ${meant}`);
  });
});

describe('a base URL with a version in its path', () => {
  it.each([
    ['models', '--refresh'],
    ['submit', 'a fox', '-m', 'a/b', '--no-preflight'],
    ['status', 'job_1'],
    ['cancel', 'job_1'],
  ])('is named where it is written by %s', async (...words) => {
    const host = await listen(service(''));
    const { home, run } = newHome();
    const env = { GENCTL_BASE_URL: `http://${host}/V1/`, GENCTL_API_KEY: 'a-good-key' };
    const byVariable = errorOf(await run([...words, '--json'], { env }));
    expect(byVariable).toMatchObject({ exit_code: 11, hint: `set GENCTL_BASE_URL to http://${host}` });
    expect(byVariable.why).toContain('adds /v1 or /v2 to it');
    knowAccount(home, 'px', { base_url: `http://${host}/v2`, api_key: 'a-good-key' });
    expect(errorOf(await run([...words, '--json'])).hint).toBe(
      `genctl auth login --profile px --base-url http://${host}`,
    );
  });
});

describe('auth logout', () => {
  it('of the default names what makes another one the default', async () => {
    const { run } = newHome();
    const host = await listen(service(''));
    for (const name of ['px', 'py', 'pz'])
      await run(['auth', 'login', '--profile', name, '--base-url', `http://${host}`], { stdin });
    const first = await run(['auth', 'logout']);
    expect(first.stderr).toContain(
      'There is no default account now. To choose one of py, pz: genctl auth use NAME',
    );
    const models = await run(['models']);
    expect(models.code).toBe(3);
    expect(models.stderr).toMatch(/py, pz\s+→ genctl auth use NAME/);
    expect((await run(['auth', 'logout', 'pz'])).stderr).toContain(
      'py, the only account left, is the default now.',
    );
    expect((await run(['models'])).code).toBe(0);
    expect((await run(['auth', 'logout'])).stderr).toContain('genctl auth login');
    expect(errorOf(await run(['auth', 'logout', 'pu', '--json'])).hint).toBe('genctl auth list');
  });
});

describe('an id that is mistyped, without an account', () => {
  const commands = [['status'], ['finalize']];
  it.each(commands)('is no job that %s knows of', async (command) => {
    const { run } = newHome();
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q']);
    const ended = await run([command, 'job_mistyped', '--json']);
    expect(ended.code).toBe(11);
    expect(errorOf(ended)).toMatchObject({
      code: 'job_not_found',
      message: expect.stringContaining('job_mistyped'),
      hint: expect.stringMatching(/genctl jobs.*genctl auth login/),
    });
  });
});
