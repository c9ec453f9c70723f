import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RequestWay } from '../../../src/contract/request-route.ts';
import {
  intentBytes,
  jobRecordBytes,
  parseIntent,
  parseJobRecord,
  parseRefusedIntent,
  parseSettledKey,
  refusedIntentBytes,
  settledKeyBytes,
} from '../../../src/store/ledger/parse.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

/** Each way in the words that release 0.1 writes. */
const words: readonly [way: RequestWay, api: string, route: string][] = [
  [{ route: 'jobs' }, 'v2', 'submitJob'],
  [{ route: 'tasks' }, 'v1', 'submitTask'],
  [{ route: 'images' }, 'v1', 'submitImage'],
  [{ route: 'images', sync: true }, 'v1', 'generateImage'],
  [{ route: 'spicy' }, 'v1', 'submitSpicy'],
  [{ route: 'refs' }, 'v1', 'submitRefs'],
];
const json = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>;

describe('the way that a request went', () => {
  it.each(words)('of %o is written down as %s and %s, and read again', (way, api, route) => {
    const sent = intent(way);
    const { route: _, sync: __, ...rest } = sent;
    expect(json(intentBytes(sent))).toEqual({ ...rest, api, route });
    expect(parseIntent(intentBytes(sent))).toEqual({ kind: 'whole', value: sent });

    const made = jobRecord('job_a', { ...way, intent: sent });
    expect(json(jobRecordBytes(made))).toMatchObject({ api, route, intent: { api, route } });
    expect(parseJobRecord(jobRecordBytes(made))).toEqual({ kind: 'whole', value: made });

    const settled = { schema: 1, intent: sent, job: { ...made, intent: null } } as const;
    expect(json(settledKeyBytes(settled))).toMatchObject({ intent: { api, route }, job: { api, route } });
    expect(parseSettledKey(settledKeyBytes(settled))).toEqual({ kind: 'whole', value: settled });

    const refusal = { at: at(1), status: 400, code: null, message: null };
    const refused = { schema: 1, intent: sent, refusal } as const;
    expect(json(refusedIntentBytes(refused))).toMatchObject({ intent: { api, route }, refusal });
    expect(parseRefusedIntent(refusedIntentBytes(refused))).toEqual({ kind: 'whole', value: refused });
  });

  it.each([
    ['v3', 'submitScene'],
    ['v3', 'submitJob'],
    ['v2', 'pollJob'],
  ])('that is not known, %s and %s, is a newer genctl’s, whose record stays as it is', async (api, route) => {
    const { ledger, folder } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    const path = join(folder, 'done', '2025-03', 'job_a.json');
    const text = JSON.stringify({ ...json(jobRecordBytes(jobRecord('job_a'))), api, route });
    writeFileSync(path, text);
    await expect(ledger.find('job_a')).rejects.toMatchObject({
      code: 'ledger_newer',
      why: `it went to ${route} of ${api}, a way that is not known here`,
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
