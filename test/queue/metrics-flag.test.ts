import { describe, expect, it } from 'vitest';
import { metricsFlag } from '../../src/queue/metrics-flag.ts';

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
