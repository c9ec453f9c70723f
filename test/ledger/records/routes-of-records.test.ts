import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  parseIntent,
  parseJobRecord,
  parseRefusedIntent,
  parseSettledKey,
  recordBytes,
} from '../../../src/ledger/records/parse.ts';
import { requestWays } from '../../../src/service/request-route.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

const refusal = { at: at(1), status: 400, code: null, message: null };

it.each(requestWays)('a record of %o is read as it was written', (way) => {
  const sent = intent(way);
  const made = jobRecord('job_a', { ...way, intent: sent });
  const settled = { schema: 1, intent: sent, job: { ...made, intent: null } } as const;
  const refused = { schema: 1, intent: sent, refusal } as const;
  expect(parseIntent(recordBytes(sent))).toEqual({ kind: 'whole', value: sent });
  expect(parseJobRecord(recordBytes(made))).toEqual({ kind: 'whole', value: made });
  expect(parseSettledKey(recordBytes(settled))).toEqual({ kind: 'whole', value: settled });
  expect(parseRefusedIntent(recordBytes(refused))).toEqual({ kind: 'whole', value: refused });
});

it.each(['scenes', 'toString'])('a record by the route %s is a newer genctl’s, and stays', async (route) => {
  const { ledger, folder } = ledgerInTemp();
  await ledger.recordJob(jobRecord('job_a'));
  const path = join(folder, 'done', '2025-03', 'job_a.json');
  const text = JSON.stringify({ ...jobRecord('job_a'), route });
  writeFileSync(path, text);
  const why = `it went by the route ${route}, which this version does not know`;
  await expect(ledger.find('job_a')).rejects.toMatchObject({ code: 'ledger_newer', why });
  expect(readFileSync(path, 'utf8')).toBe(text);
});
