import { describe, expect, it } from 'vitest';
import { metricsFlag, readQueueAddress } from '../../src/batch/queue-flags.ts';

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

describe('--metrics', () => {
  it.each([
    ['9464', '127.0.0.1', 9464],
    ['0', '127.0.0.1', 0],
    ['0.0.0.0:9464', '0.0.0.0', 9464],
    ['[::1]:80', '[::1]', 80],
    ['localhost:9464', 'localhost', 9464],
  ])('%s is %s, port %i', (text, host, port) => {
    expect(metricsFlag.read?.(text)).toEqual({ host, port });
  });

  it.each(['', ':9464', '65536', '::1:80', 'a b:80', '9464/metrics', '-1', '1e3', 'http://h:1'])(
    'does not take %j',
    (text) => {
      expect(() => metricsFlag.read?.(text)).toThrow(
        expect.objectContaining({ exit: 'usage', hint: '--metrics 9464' }),
      );
    },
  );

  it('is written as it was read', () => {
    for (const text of ['9464', '[::]:9464', '0.0.0.0:0'])
      expect(metricsFlag.write?.(metricsFlag.read?.(text) ?? { host: '', port: 0 })).toBe(text);
  });
});
