import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRequestLog } from '../../../src/cli/sandbox/request-log-file.ts';

it('keeps no key and no query of a link, wherever it stands', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'requests.ndjson');
  const log = openRequestLog(path, () => {});
  const media_url = 'http://127.0.0.1:1/v1/media/opaque';
  const callback_url = 'http://127.0.0.1:9/done?secret=abc';
  log.write({ body: { note: 'sbx_studio said "no"', callback_url }, answer: { body: { media_url } } });
  log.close();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    body: { note: 'sbx_*** said "no"', callback_url: 'http://127.0.0.1:9/done?***' },
    answer: { body: { media_url: 'http://127.0.0.1:1/v1/media/***' } },
  });
});
