import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnownKey } from '../stores/check-signature.ts';
import { callsOf, storeBench } from '../stores/store-bench.ts';
import { doubleKey } from '../stores/store-double.ts';
import { mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { errorOf } from './genctl.ts';

const mib = 1024 * 1024;
const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json'];
const place = ['-D', 's3://shots/film'];

describe('a bucket that can’t be used', () => {
  it.each(['ignored', 'ignored in parts', 'refused'] as const)(
    'because If-None-Match is %s is refused before anything is paid for',
    async (conditions) => {
      const { run, store } = await storeBench({ conditions });
      const ended = await run([...image, ...place]);
      expect([ended.code, errorOf(ended).code]).toEqual([2, 'store_unconditional']);
      expect(errorOf(ended).why).toMatch(/nothing was sent/i);
      expect([(await run(['jobs', '-q'])).stdout, store.objects.size, store.uploads.size]).toEqual([
        '',
        0,
        0,
      ]);
    },
  );

  it('is tried once and then believed', async () => {
    const { run, store } = await storeBench();
    await run([...image, ...place]);
    await run([...image, '-D', 's3://shots/other']);
    const probes = store.seen.filter(({ key, method }) => key.includes('.genctl-probe') && method === 'PUT');
    expect(probes).toHaveLength(3);
  });

  it.each([
    ['is not there', 's3://other/film', {}, 2, 'store_no_bucket'],
    ['has other keys', 's3://shots', { AWS_ACCESS_KEY_ID: 'AKIAOTHER' }, 3, 'store_credentials_refused'],
    ['is nowhere', 's3://shots', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' }, 9, 'store_unreachable'],
    [
      'is by http elsewhere',
      's3://shots',
      { AWS_ENDPOINT_URL_S3: 'http://minio.lan:9000' },
      2,
      'invalid_endpoint',
    ],
    ['lacks a key', 's3://shots', { AWS_ACCESS_KEY_ID: '' }, 3, 'store_credentials_unusable'],
  ])('because it %s is told so, and nothing is sent', async (_, dir, env, code, named) => {
    const { run } = await storeBench();
    const ended = await run([...image, '-D', dir], { env });
    expect([ended.code, errorOf(ended).code]).toEqual([code, named]);
    expect(ended.stderr).not.toContain(doubleKey.secret);
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });

  it.each([
    ['AccessDenied', 403, 3, 'store_denied'],
    ['InvalidRequest', 400, 10, 'store_refused'],
  ])('because it answers %s ends as that does', async (name, status, code, named) => {
    const { run } = await storeBench({ fault: () => ({ status, code: name }) });
    const ended = await run([...image, ...place]);
    expect([ended.code, errorOf(ended).code]).toEqual([code, named]);
    expect(ended.stderr).toContain('s3://shots/film');
    expect(ended.stderr).not.toContain('.genctl-probe');
  });

  it.each([
    [['-D', 's3://sh'], 'A bucket has 3 to 63'],
    [['-D', 's3://shots/../b'], '..'],
    [['-D', 's3://shots', '--name', 'take-{v:03}.{ext}'], 'two machines could choose one name'],
    [['-D', 'out', '--s3-endpoint', 'https://s3.example.com'], 's3://'],
    [['-D', 's3://shots', '--s3-endpoint', 'https://k:s@s3.example.com'], 'user name'],
  ])('because of %j is a mistake of the line', async (words, why) => {
    const { run, store } = await storeBench();
    const ended = await run([...image, ...words]);
    expect([ended.code, errorOf(ended).why]).toEqual([2, expect.stringContaining(why)]);
    expect(store.seen).toEqual([]);
  });

  it('is not for a project file to name, which may come with a repository', async () => {
    const { home, run } = await storeBench();
    writeFileSync(join(home, '.genctl.json'), JSON.stringify({ dir: 's3://shots/film' }));
    const ended = await run([...image, '--download']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('URL');
  });

  it('may be named by a setting, with the endpoint by a flag', async () => {
    const { run, runBare, store } = await storeBench();
    await run(['config', 'set', 'dir', 's3://shots/film']);
    const env = { AWS_ACCESS_KEY_ID: doubleKey.id, AWS_SECRET_ACCESS_KEY: doubleKey.secret };
    const ended = await runBare([...image, '--download', '--s3-endpoint', store.endpoint], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(store.objects.size).toBe(2);
  });
});

describe('credentials of a bucket', () => {
  it('are never shown, by --verbose neither', async () => {
    const { run, store } = await storeBench({
      keys: new Map([[doubleKey.id, { secret: doubleKey.secret, token: 'the-session-token' }]]),
    });
    const ended = await run([...image, ...place, '--verbose'], {
      env: { AWS_SESSION_TOKEN: 'the-session-token' },
    });
    expect(ended.code, ended.stderr).toBe(0);
    expect(store.objects.size).toBe(2);
    for (const secret of [doubleKey.secret, 'the-session-token', 'Signature='])
      expect(ended.stdout + ended.stderr).not.toContain(secret);
  });

  it.each([
    [
      'the profile default',
      {},
      'credentials',
      `[default]\naws_access_key_id = ${doubleKey.id}\naws_secret_access_key = ${doubleKey.secret}\n`,
    ],
    [
      'a named profile',
      { AWS_PROFILE: 'film' },
      'config',
      `[profile film]\nregion = us-east-1\naws_access_key_id=${doubleKey.id}\naws_secret_access_key=${doubleKey.secret} # ours\n`,
    ],
  ])('come from %s of the shared files', async (_, env, file, text) => {
    const { home, runBare, store } = await storeBench();
    mkdirSync(join(home, '.aws'));
    writeFileSync(join(home, '.aws', file), text);
    const ended = await runBare([...image, ...place], { env: { ...env, AWS_ENDPOINT_URL: store.endpoint } });
    expect(ended.code, ended.stderr).toBe(0);
  });

  it('are missing where nothing gives any, or a profile that is named is none', async () => {
    const { runBare, store } = await storeBench();
    const env = { AWS_ENDPOINT_URL_S3: store.endpoint };
    const none = await runBare([...image, ...place], { env });
    expect([none.code, errorOf(none).code]).toEqual([3, 'store_no_credentials']);
    const unknown = await runBare([...image, ...place], { env: { ...env, AWS_PROFILE: 'film' } });
    expect([unknown.code, errorOf(unknown).why]).toEqual([
      3,
      'Neither ~/.aws/config nor ~/.aws/credentials has it. Nothing was sent.',
    ]);
  });

  it('are asked for again by their program where they expire midway', async () => {
    const keys = new Map<string, KnownKey>([
      ['AKIAFIRST', { secret: 'one' }],
      ['AKIASECOND', { secret: 'two' }],
    ]);
    const { account } = await serveFiles([whole(mp4(20 * mib))]);
    const { home, runBare, store } = await storeBench({
      keys,
      fault({ what }, before) {
        if (what === 'PUT part' && before === 3) keys.set('AKIAFIRST', { secret: 'one', isExpired: true });
        return undefined;
      },
    });
    const program = join(home, 'give-keys');
    writeFileSync(
      program,
      `#!/bin/sh\nn=$(cat ${home}/asked 2>/dev/null || echo 0)\necho $((n+1)) > ${home}/asked\nif [ $n = 0 ]; then id=AKIAFIRST s=one; else id=AKIASECOND s=two; fi\necho "{\\"Version\\":1,\\"AccessKeyId\\":\\"$id\\",\\"SecretAccessKey\\":\\"$s\\"}"\n`,
    );
    chmodSync(program, 0o755);
    mkdirSync(join(home, '.aws'));
    writeFileSync(
      join(home, '.aws', 'config'),
      `[default]\ncredential_process = "${program}" --for genctl\n`,
    );
    const words = ['submit', 'a fox', '-m', 'vendor-a/video-1', ...place];
    const ended = await runBare(words, { env: { ...account, AWS_ENDPOINT_URL_S3: store.endpoint } });
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(join(home, 'asked'), 'utf8').trim()).toBe('2');
    expect([...store.objects.values()][0]?.bytes).toBe(20 * mib);
    expect(store.violations).toEqual([]);
  });

  it('that expire midway and can’t be had anew end it: nothing is to be seen, and the next run goes on', async () => {
    const keys = new Map<string, KnownKey>([[doubleKey.id, { secret: doubleKey.secret }]]);
    const { account } = await serveFiles([whole(mp4(20 * mib))]);
    const { run, store } = await storeBench({
      keys,
      fault({ what }, before) {
        if (what === 'PUT part' && before === 3)
          keys.set(doubleKey.id, { secret: doubleKey.secret, isExpired: true });
        return undefined;
      },
    });
    const env = { ...account };
    const ended = await run(['submit', 'a fox', '-m', 'vendor-a/video-1', ...place, '--json'], { env });
    expect([ended.code, errorOf(ended).code]).toEqual([3, 'store_credentials_expired']);
    expect(store.objects.size).toBe(0);
    keys.set(doubleKey.id, { secret: doubleKey.secret });
    store.options.fault = undefined;
    expect((await run(['download', 'job_clip1', ...place], { env })).code).toBe(0);
    expect(callsOf(store, 'PUT object').at(-1)).toBe('film/a-fox-clip1-1.mp4.json');
  });
});
