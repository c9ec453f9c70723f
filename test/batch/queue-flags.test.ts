import { describe, expect, it } from 'vitest';
import { readQueueAddress } from '../../src/batch/queue-flags.ts';

describe('the address of a queue', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379, database: 0, isEncrypted: false }],
    ['redis://[::1]:6390/2', { host: '::1', port: 6390, database: 2 }],
    ['rediss://queue.example.com:7000', { port: 7000, isEncrypted: true, password: undefined }],
    ['redis://worker:p%40ss@queue.example.com', { username: 'worker', password: 'p@ss' }],
  ])('%s is read', (text, wanted) => {
    expect(readQueueAddress(text)).toMatchObject(wanted);
  });

  it('is shown without its password', () => {
    const { shown } = readQueueAddress('rediss://worker:sesame@queue.example.com:7000/3');
    expect(shown).toBe('rediss://worker@queue.example.com:7000/3');
  });

  it.each([
    ['queue.example.com'],
    ['http://:sesame@queue.example.com'],
    ['redis://:sesame@queue.example.com/lines'],
    ['redis://:sesame@queue.example.com?db=1'],
    ['redis://:sesame%zz@queue.example.com'],
  ])('%s is refused, and what may be a password is not told', (text) => {
    const refusal = expect(() => readQueueAddress(text, 'GENCTL_QUEUE'));
    refusal.toThrow(
      expect.objectContaining({ code: 'invalid_queue', hint: 'GENCTL_QUEUE=redis://127.0.0.1:6379' }),
    );
    refusal.not.toThrow(/sesame/);
  });
});
