import { describe, expect, it } from 'vitest';
import { checkedKey } from '../../src/service/sendable.ts';

describe('the key', () => {
  it.each(['', 'sk 1', 'sk_1\n', 'sk_\u00e4', '\u200bsk_1'])('is not sent as %j, and not shown', (key) => {
    const sent = () => checkedKey(key, 'GENCTL_API_KEY');
    expect(sent).toThrow(expect.objectContaining({ code: 'key_malformed' }));
    expect(sent).not.toThrow(expect.objectContaining({ why: expect.stringContaining('sk') }));
  });
});
