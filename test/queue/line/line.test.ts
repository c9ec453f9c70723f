import { describe, expect, it } from 'vitest';
import { queueFault } from '../../../src/batch/feed/feed-input.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { assertOwnLine, type QueueLine, readLine, writtenLine } from '../../../src/queue/line/line.ts';

const intent: Intent = {
  ...{ schema: 1, idempotency_key: 'g1-key', route: 'jobs', profile: 'studio', attempt: 1, draft_of: null },
  ...{ base_url: 'https://api.example.com', body: '{"model":"vendor-a/image-1"}', model: 'vendor-a/image-1' },
  ...{ once: 'shots/s1', created_at: '2026-11-22T10:00:00Z', first_sent_at: null },
  batch: { name: 'shots', shot: 's1', fields: { model: '0011223344556677' } },
};
const shot = { name: 'shots', shot: 's1', fields: {} };
const odd = JSON.parse('{"__proto__":"0011223344556677"}');
const line: QueueLine = {
  ...{ account: 'j1-a', origin: 'https://api.example.com', intent, template: '{shot}.{ext}' },
  ...{ job: undefined, wasOver: false, resend: false, returns: 0, ended: [] },
};
const asStored = (given: object): unknown => JSON.parse(JSON.stringify(given));

describe('a line in a queue', () => {
  it('is read as it was written', () => {
    expect(readLine(asStored(writtenLine(line)))).toEqual(line);
    const later = { ...line, job: 'job_1', resend: true, returns: 3 };
    expect(readLine(asStored(writtenLine(later)))).toEqual(later);
  });

  it.each([
    ['without a request', { ...writtenLine(line), intent: '{}' }],
    ['of something else', { id: 1 }],
    ['that is no object', 'text'],
    ['with a job that leads out', { ...writtenLine(line), job: '../../etc' }],
    ['with a request that is no JSON', writtenLine({ ...line, intent: { ...intent, body: 'x{' } })],
    ['of a time that never was', writtenLine({ ...line, intent: { ...intent, first_sent_at: 'x' } })],
    ['of no batch', writtenLine({ ...line, intent: { ...intent, batch: undefined } })],
    ['of an odd name', writtenLine({ ...line, intent: { ...intent, batch: { ...shot, shot: 'a\0b' } } })],
    ['of odd hashes', writtenLine({ ...line, intent: { ...intent, batch: { ...shot, fields: odd } } })],
  ])('%s is refused', (_, value) => {
    expect(() => readLine(value)).toThrow(expect.objectContaining({ code: 'line_refused' }));
  });

  it('of a newer genctl stops the worker, and is no worse for it', () => {
    const newer = { ...writtenLine(line), schema: 'genctl.queue/v2' };
    expect(() => readLine(newer)).toThrow(
      expect.objectContaining({ code: 'line_is_newer', exit: 'machine' }),
    );
  });

  it('of another account or service is refused', () => {
    const { account, origin } = line;
    expect(() => assertOwnLine(line, { account, origin }, 'g1-key')).not.toThrow();
    expect(() => assertOwnLine(line, { account: 'j1-b', origin }, 'g1-key')).toThrow(/worker refused/);
    expect(() => assertOwnLine(line, { account, origin: 'sandbox:' }, 'g1-key')).toThrow(/worker refused/);
    expect(() => assertOwnLine(line, { account, origin }, 'g1-other')).toThrow(/worker refused/);
  });

  it('is never of v1, and never has a file inside', () => {
    expect(queueFault(intent)).toBeUndefined();
    expect(queueFault({ ...intent, route: 'tasks' })).toMatchObject({ code: 'queue_needs_keys' });
    const body = '{"image":"data:image/png;base64,AAAA"}';
    expect(queueFault({ ...intent, body })).toMatchObject({ code: 'queue_holds_no_files' });
    expect(queueFault({ ...intent, body: '{"prompt":"data: a chart"}' })).toBeUndefined();
  });
});
