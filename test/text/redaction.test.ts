import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor, redact, shownHeaders, shownUrl, withoutSecrets } from '../../src/text/redaction.ts';
import { startCpuTime } from '../cpu-time.ts';

describe('what is taken out of a text', () => {
  it.each([
    ['Authorization: Bearer abc.def-1', 'Authorization: Bearer ***'],
    ['{"authorization":"Bearer abc"}', '{"authorization":"Bearer ***"}'],
    ['authorization: Token abc', 'authorization: Token ***'],
    ['authorization=abc; next', 'authorization=***; next'],
    ['Proxy-Authorization: Basic dXNlcjpwYXNz', 'Proxy-Authorization: Basic ***'],
    ['got "bearer abc.def"', 'got "Bearer ***"'],
    ['a bearer token is needed', 'a bearer token is needed'],
    ['key sbx_a1-b2 is spent', 'key sbx_*** is spent'],
    ['"bearer key-a1b2c3" and bearer token_a1', '"Bearer ***" and Bearer ***'],
    ['see data:image/png;base64,iVBORw0KGgo= here', 'see data:image/png,*** here'],
    ['"url":"data:video/mp4;base64,AAAA","x":1', '"url":"data:video/mp4,***","x":1'],
    ['POST https://me.example/hook?secret=1&x=2, then', 'POST https://me.example/hook?*** then'],
    ['https://me.example/hook#secret', 'https://me.example/hook?***'],
    ['is it https://me.example/hook?', 'is it https://me.example/hook?'],
    ['GET https://me.example/a?sig=***&e=*** 200', 'GET https://me.example/a?sig=***&e=*** 200'],
    ['https://me.example/a?sig=***&e=1', 'https://me.example/a?***'],
    [
      'wss://u:p@me.example/a and /tmp/https:/u:p@me.example/a?b',
      'wss://***@me.example/a and /tmp/https:/***@me.example/a?***',
    ],
    ['https://user:pass@host.example/a', 'https://***@host.example/a'],
    ['socks5://u:p@proxy.example:1 refused', 'socks5://***@proxy.example:1 refused'],
    ['/tmp/sftp:/u:p@me.example/a', '/tmp/sftp:/***@me.example/a'],
    ['s3://KEY:secret@bucket/what?.png', 's3://***@bucket/what?.png'],
    ["GET 'https://me.example/a?sig='x'&e=1', then", "GET 'https://me.example/a?***', then"],
    ["https://o'neil:pass@me.example/a", 'https://***@me.example/a'],
    [String.raw`--to 'https://o'\''neil:pass@me.example/a' and`, "--to 'https://***@me.example/a' and"],
    [String.raw`https:\\u:p@me.example\a?sig=1 and`, String.raw`https:\\***@me.example\a?*** and`],
    [
      String.raw`{"a":"at https://me.example/a?sig=1\nthen \"b\""}`,
      String.raw`{"a":"at https://me.example/a?***\nthen \"b\""}`,
    ],
    [String.raw`C:\out#1\a.png and C:/out#1/a@2.png`, String.raw`C:\out#1\a.png and C:/out#1/a@2.png`],
    ['"u:pass@me.example/a" and //u:p@me.example:1', '"***@me.example/a" and //***@me.example:1'],
    ['--to me.example/a/b?sig=1, then', '--to me.example/a/b?*** then'],
    ["'//me.example:80#k=1'", "'//me.example:80?***'"],
    ['what? at 12:30 me@me.example, out/a?b=1.png', 'what? at 12:30 me@me.example, out/a?b=1.png'],
    ['--set image:=@a.json of a@2x.png', '--set image:=@a.json of a@2x.png'],
    ['https://api.example.com/v1/media/abc123 expired', 'https://api.example.com/v1/media/*** expired'],
    ['https://cdn.example/v2/job_1/0-abc.png', 'https://cdn.example/v2/job_1/0-abc.png'],
    ['prompt_enhance: basic is refused', 'prompt_enhance: basic is refused'],
    ['nothing here', 'nothing here'],
  ])('%j becomes %j', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    'This is a sandbox, whose keys begin with sbx_; never send a real key here. Use sbx_local.',
    'The request carries no Authorization: Bearer header with a key, such as sbx_local.',
    'Keys look like sbx_NAME, or sbx_live_ and more',
    'Send Authorization: Bearer <API_KEY>.',
    'Authorization: Bearer YOUR_API_KEY, or $API_KEY',
    'authorization: required',
    'Authorization: Bearer.',
    'a bearer key is needed, and a bearer token. No basic auth',
  ])('is not the advice that names no key: %j', (text) => {
    for (const key of ['sbx_local', 'sbx_', 'sbx', 'sk-a-key-of-mine'])
      expect(createRedactor([key])(text)).toBe(text);
  });

  it('is a short key, where it stands alone and is no part of a word', () => {
    const hide = createRedactor(['e.y']);
    expect(hide('e.y, "e.y" and e.y: never the eye, theory or the.y')).toBe(
      '***, "***" and ***: never the eye, theory or the.y',
    );
  });

  it('is every key that is known, wherever it stands', () => {
    const hide = createRedactor(['sk_live_1', 'sk_live_12', '']);
    expect(hide('x=sk_live_12 y=sk_live_1!')).toBe('x=*** y=***!');
  });

  it('does not take long on hostile text', () => {
    const cpuMs = startCpuTime();
    redact('data:'.repeat(40_000));
    redact('https://'.repeat(40_000));
    redact('https:'.repeat(40_000));
    redact(String.raw`https:\\`.repeat(40_000));
    redact(`https://${"'".repeat(200_000)}`);
    redact(`https://${'a'.repeat(200_000)}`);
    redact('bearer '.repeat(40_000));
    redact('authorization:'.repeat(40_000));
    redact('/v1/media/'.repeat(40_000));
    redact('//@'.repeat(40_000));
    redact('(a:'.repeat(40_000));
    redact("'a.".repeat(40_000));
    redact('=a.bc/'.repeat(40_000));
    redact(`a.bc/${'a'.repeat(200_000)}`);
    expect(cpuMs()).toBeLessThan(2000);
  });
});

describe('a URL in a log', () => {
  it('keeps its path and the names of its query', () => {
    expect(shownUrl(new URL('https://u:p@cdn.example/a/b.png?sig=abc&exp=1#f'))).toBe(
      'https://cdn.example/a/b.png?sig=***&exp=***',
    );
    expect(shownUrl(new URL('https://api.example/v1/media/abc'))).toBe('https://api.example/v1/media/***');
  });
});

describe('headers in a log', () => {
  it('keep their names and what is harmless', () => {
    expect(
      shownHeaders({
        authorization: 'Bearer abc',
        'set-cookie': 'session=1',
        'x-api-key': 'abc',
        location: 'https://cdn.example/f?sig=1',
        'content-type': 'image/png',
      }),
    ).toEqual({
      authorization: 'Bearer ***',
      'set-cookie': '***',
      'x-api-key': '***',
      location: 'https://cdn.example/f?***',
      'content-type': 'image/png',
    });
  });
});

describe('what proves who asks', () => {
  it.each(['Basic dXNlcjpwYXNz', 'AWS4-HMAC-SHA256 Credential=AKIA1/s3, Signature=0a1b', 'plain'])(
    'is not in a log: %s',
    (authorization) => {
      expect(shownHeaders({ authorization })).toEqual({ authorization: 'Bearer ***' });
    },
  );
});

describe('a picture that a text quotes', () => {
  const picture = Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 89) % 256)).toString(
    'base64',
  );

  it('is hidden with the head of its data URL and without', () => {
    expect(redact(`{"url":"data:image/png;base64,${picture}"}`)).toBe('{"url":"data:image/png,***"}');
    expect(redact(`"b64_json":"${picture}"`)).toBe('"b64_json":"***"');
    expect(redact(`DATA:image/png;base64,${picture}`)).toBe('DATA:image/png,***');
  });

  it('is not a hash, a long word, or a link', () => {
    for (const text of [
      '0a'.repeat(32),
      'x'.repeat(500),
      `https://cdn.example/v2/job_1/0-${'ab12'.repeat(16)}.png`,
    ])
      expect(redact(text)).toBe(text);
  });

  it('does not take long, however many there are', () => {
    const cpuMs = startCpuTime();
    redact('aA1+/'.repeat(40_000));
    redact(`${'aA1'.repeat(50)} `.repeat(2000));
    expect(cpuMs()).toBeLessThan(1000);
  });
});

it('other programs get no key and no password of genctl, whatever the case of the name', () => {
  const secrets = {
    GENCTL_API_KEY: 'a-key',
    genctl_api_key: 'a-key',
    GENCTL_QUEUE_PASSWORD: 'open-sesame',
    GENCTL_SANDBOX_KEY: 'a-key',
    GENCTL_QUEUE: 'rediss://feeder:open-sesame@queue.example.com',
  };
  const kept = {
    PATH: '/bin',
    GENCTL_HOME: '/home/me',
    GENCTL_MODEL: 'vendor-a/image-1',
    GENCTL_BASE_URL: 'https://api.example.com',
    AWS_SECRET_ACCESS_KEY: 'of the programs that upload',
  };
  expect(withoutSecrets({ ...secrets, ...kept })).toEqual(kept);
  const queue = { GENCTL_QUEUE: 'redis://feeder@queue.example.com:6379/2' };
  expect(withoutSecrets(queue)).toEqual(queue);
});

it('each program is started with an environment of its own, never with all of this process', () => {
  const source = join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const starts = files
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .filter((text) => /\b(?:spawn|spawnSync|execFile|execFileSync|execSync|fork)\(/.test(text));
  expect(starts.length).toBeGreaterThan(3);
  expect(starts.filter((text) => !/\benv\b/.test(text))).toEqual([]);
});
