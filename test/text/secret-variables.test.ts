import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutSecrets } from '../../src/text/secret-variables.ts';

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
