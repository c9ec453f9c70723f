import { describe, expect, it } from 'vitest';
import { moneyFlags } from '../../src/request/guard-flags.ts';

describe('the amounts of a line that pays', () => {
  const { assumeCost, maxCost } = moneyFlags;

  it('are taken with or without their dollar sign', () => {
    for (const flag of [assumeCost, maxCost]) {
      expect(flag.read?.('$2.50')).toBe(2.5);
      expect(flag.read?.('0.80')).toBe(0.8);
    }
  });

  it('let nothing pass for an assumed cost of 0', () => {
    for (const text of ['0', '0.00', '$0', ''])
      expect(() => assumeCost.read?.(text)).toThrow(
        expect.objectContaining({ exitCode: 2, why: expect.stringContaining("quote it as '$20'") }),
      );
    expect(maxCost.read?.('0')).toBe(0);
  });
});
