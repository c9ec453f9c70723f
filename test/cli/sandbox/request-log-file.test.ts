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
  const [id, raw, hash] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  const outputs = [{ url: `http://127.0.0.1:2/v2/job_${id}/1-${hash}.png` }];
  const still = `http://127.0.0.1:2/vendor-b/outputs/${raw}/last-${hash}.png`;
  const body = { media_url, outputs, still };
  log.write({ body: { note: 'sbx_studio said "no"', callback_url }, answer: { body } });
  log.close();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    body: { note: 'sbx_*** said "no"', callback_url: 'http://127.0.0.1:9/done?***' },
    answer: {
      body: {
        media_url: 'http://127.0.0.1:1/v1/media/***',
        outputs: [{ url: `http://127.0.0.1:2/v2/job_${id}/1-***.png` }],
        still: `http://127.0.0.1:2/vendor-b/outputs/${raw}/last-***.png`,
      },
    },
  });
});
