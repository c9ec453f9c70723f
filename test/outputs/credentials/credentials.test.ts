import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRetryBudget } from '../../../src/api/transport/rate-gate.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import {
  createCredentialSource,
  type StoreCredentials,
} from '../../../src/outputs/credentials/credentials.ts';
import { findStoreCredentials } from '../../../src/outputs/credentials/store-credentials.ts';
import { createFakeClock } from '../../api/fake-clock.ts';
import { json, type Step, startService } from '../../api/loopback-service.ts';

const given = {
  AccessKeyId: 'ASIA1',
  SecretAccessKey: 'secret',
  Token: 'token',
  Expiration: '2026-03-04T13:00:00Z',
};
const taken = {
  accessKeyId: 'ASIA1',
  secretAccessKey: 'secret',
  sessionToken: 'token',
  expiresAtMs: Date.UTC(2026, 2, 4, 13),
};

/** Looks for credentials by variables that are made of the address of an endpoint. */
async function lookAt(variables: (url: string) => Record<string, string>, ...steps: Step[]) {
  const service = await startService(...steps);
  const exchange = createUndiciExchange();
  onTestFinished(() => exchange.close());
  const search = () =>
    findStoreCredentials({
      ...{ exchange, clock: createFakeClock(), random: () => 0, budget: createRetryBudget() },
      ...{ environment: variables(service.baseUrl), region: 'eu-west-1' },
      profile: { name: 'default', values: undefined },
      runCommand: () => Promise.reject(new Error('no program is asked')),
    });
  return { service, search };
}

function xml(status: number, body: string): Step {
  return (response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
}

describe('a container’s endpoint', () => {
  const source = 'AWS_CONTAINER_CREDENTIALS_FULL_URI';

  it('gives credentials to whoever has its token, also when it is busy at first', async () => {
    const { search, service } = await lookAt(
      (url) => ({ [source]: `${url}/role`, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'Basic abc\n' }),
      json(503, {}),
      json(200, given),
    );
    expect(await search()).toEqual({ ...taken, source });
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(['Basic abc', 'Basic abc']);
  });

  it.each([
    ['answers 404', json(404, {}), 'It answered 404.'],
    ['gives a page', ((response) => response.end('<html>')) satisfies Step, 'Its answer is not JSON.'],
    ['gives no secret', json(200, { ...given, SecretAccessKey: '' }), 'The secret key is empty or missing.'],
    [
      'gives a key that no header takes',
      json(200, { ...given, AccessKeyId: 'a\nb' }),
      'The key id has a space, a line break or a character that is not ASCII.',
    ],
  ])('that %s is told by its variable, and nothing of what it gave', async (_, step, why) => {
    const { search } = await lookAt((url) => ({ [source]: url }), step);
    await expect(search()).rejects.toMatchObject({
      code: 'store_credentials_unusable',
      exit: 'unauthorized',
      message: `${source} gives no credentials for the object store`,
      why,
    });
  });

  it.each(['http://10.0.0.1/role', 'http://metadata.example/role', 'not a url'])(
    '%s is not asked',
    async (url) => {
      const { search } = await lookAt(() => ({ [source]: url }));
      await expect(search()).rejects.toMatchObject({
        code: 'store_credentials_unusable',
        why: expect.stringMatching(/^It is (not a URL|http, and)/),
      });
    },
  );
});

describe('a role that is taken by a token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-role-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  writeFileSync(file, 'ey.token');
  const role = (url: string) => ({
    AWS_ROLE_ARN: 'arn:aws:iam::1:role/film',
    AWS_ROLE_SESSION_NAME: 'genctl',
    AWS_WEB_IDENTITY_TOKEN_FILE: file,
    AWS_ENDPOINT_URL_STS: url,
  });

  it('is asked for without a signature, and read from XML', async () => {
    const { search, service } = await lookAt(
      role,
      xml(
        200,
        '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2026-03-04T13:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>',
      ),
    );
    expect(await search()).toEqual({ ...taken, source: 'AWS_WEB_IDENTITY_TOKEN_FILE' });
    expect(Object.fromEntries(new URLSearchParams(service.seen[0]?.body))).toEqual({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: 'arn:aws:iam::1:role/film',
      RoleSessionName: 'genctl',
      WebIdentityToken: 'ey.token',
    });
    expect(service.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('that is refused is told by the code of the refusal', async () => {
    const refusal = '<ErrorResponse><Error><Code>ExpiredTokenException</Code></Error></ErrorResponse>';
    const { search } = await lookAt(role, xml(400, refusal));
    await expect(search()).rejects.toMatchObject({
      why: expect.stringContaining('answered 400 ExpiredTokenException.'),
    });
  });

  it('whose token can’t be read is not asked for', async () => {
    const { search, service } = await lookAt((url) => ({
      ...role(url),
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'gone'),
    }));
    await expect(search()).rejects.toMatchObject({
      why: expect.stringContaining("Its token can't be read: ENOENT: no such file"),
    });
    expect(service.seen).toEqual([]);
  });
});

describe('credentials that end', () => {
  const of = (accessKeyId: string, expiresAtMs: number | undefined): StoreCredentials => ({
    accessKeyId,
    secretAccessKey: 's',
    sessionToken: undefined,
    expiresAtMs,
    source: 'test',
  });

  it('are asked for once by all who need them, and again five minutes before their end', async () => {
    const clock = createFakeClock();
    let asked = 0;
    const source = createCredentialSource(async () => {
      asked += 1;
      return of(`key ${asked}`, clock.nowMs() + 60 * 60_000);
    }, clock);
    const ids = async () =>
      (await Promise.all([source.get(), source.get()])).map(({ accessKeyId }) => accessKeyId);
    expect([await ids(), await ids()]).toEqual([
      ['key 1', 'key 1'],
      ['key 1', 'key 1'],
    ]);
    clock.advance(56 * 60_000);
    expect(await ids()).toEqual(['key 2', 'key 2']);
  });

  it('are looked for again by all who find them expired, once, and are given up where they are the same', async () => {
    const given = [of('a', undefined), of('b', undefined), of('b', undefined)];
    let asked = 0;
    const source = createCredentialSource(async () => {
      const next = given[asked];
      asked += 1;
      if (next === undefined) throw new Error('asked too often');
      return next;
    }, createFakeClock());
    const first = await source.get();
    const renewed = await Promise.all([source.renewed(first), source.renewed(first)]);
    expect(renewed.map((one) => one?.accessKeyId)).toEqual(['b', 'b']);
    expect(await source.renewed(of('b', undefined))).toBeUndefined();
    expect(asked).toBe(3);
  });
});
