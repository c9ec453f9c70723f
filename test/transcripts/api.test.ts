import { describe, expect, it } from 'vitest';
import { startService } from '../api/loopback-service.ts';
import { errorOf, newHome } from './genctl.ts';

const key = 'key-of-this-account-0123456789';

/** A home whose account is a service with these answers. */
async function accountOf(...answers: Parameters<typeof startService>) {
  const { baseUrl, seen } = await startService(...answers);
  const { run } = newHome();
  const env = { GENCTL_BASE_URL: `${baseUrl}/base`, GENCTL_API_KEY: key };
  return { seen, api: (...words: string[]) => run(['api', ...words], { env }) };
}

describe('genctl api', () => {
  it('looks at a path with the account’s key, and prints the answer without secrets, long numbers whole', async () => {
    const body = `{"balance":123456789012345678901,"for":"${key}","link":"https://cdn.example.com/a.mp4?sig=abc"}`;
    const { api, seen } = await accountOf(
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      (response) => response.writeHead(200, { 'content-type': 'application/json', 'x-key': key }).end('[]'),
    );
    const looked = await api('GET', '/v2/usage?since=1');
    expect(looked.code, looked.stderr).toBe(0);
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/base/v2/usage?since=1' });
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(looked.stdout).toContain('"balance":123456789012345678901');
    expect(looked.stdout).not.toContain(key);
    expect(looked.stdout).not.toContain('sig=abc');
    const headed = await api('v2/usage', '--include');
    expect(headed.stdout).toMatch(/^HTTP 200\n(?:.+\n)+\n\[\]\n$/);
    expect(headed.stdout).not.toContain(key);
  });

  it('says of a job that is not there that it is the job', async () => {
    const { api } = await accountOf(
      (response) => response.writeHead(404).end('{"detail":"no"}'),
      (response) => response.writeHead(404).end('{"detail":"no"}'),
    );
    for (const path of ['/v2/jobs/job_nope', '/v1/spicy/generations/job_nope/?a=b']) {
      const missing = await api(path, '--json');
      expect([missing.code, errorOf(missing)]).toMatchObject([
        11,
        {
          code: 'job_not_found',
          message: 'There is no job job_nope that this account can see',
          hint: 'genctl jobs',
        },
      ]);
    }
  });

  it('sends the key nowhere else, and nothing but GET', async () => {
    const { api, seen } = await accountOf();
    const refused = [
      [['GET', '/../v2/models'], 'path_elsewhere', 'genctl api GET /v2/models'],
      [['POST', '/v2/jobs'], 'submit_by_api', 'genctl submit --body @body.json'],
      [['post', 'v1/spicy/generations/refs'], 'submit_by_api', 'genctl refs --body @body.json'],
      [
        ['POST', '/v1/vendor-b/images/generations'],
        'submit_by_api',
        'genctl submit --body @body.json --route images --sync',
      ],
      [['POST', '/v2/jobs/job_1/cancel'], 'method_not_taken', 'genctl cancel job_1'],
      [['POST', '/v2/jobs/$(id)/cancel'], 'method_not_taken', "genctl cancel '$(id)'"],
      [['PUT', '/v1/x;ls'], 'method_not_taken', "genctl api GET '/v1/x;ls'"],
      [['DELETE', '/v2/jobs/job_1'], 'method_not_taken', 'genctl api GET /v2/jobs/job_1'],
      [['GET'], 'missing_argument', 'genctl api GET /v2/models'],
      [['GET', '/a', '/b'], 'excess_arguments', 'genctl api GET /v2/models'],
    ] as const;
    for (const [words, code, hint] of refused) {
      const ended = await api(...words, '--json');
      expect([ended.code, errorOf(ended).code, errorOf(ended).hint], words.join(' ')).toEqual([
        2,
        code,
        hint,
      ]);
    }
    expect(seen).toHaveLength(0);
  });
});
