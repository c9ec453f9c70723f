import { describe, expect, it } from 'vitest';
import { readSetting } from '../../../src/cli/texts/text-source.ts';

describe('--set', () => {
  it.each([
    ['seed=3', 'seed', 3],
    ['style=oil', 'style', 'oil'],
    ['style={"grain": 2}', 'style', { grain: 2 }],
    ['{a}=3', '{a}', 3],
  ])('%s is a field and its value', (text, name, value) => {
    expect(readSetting(text)).toEqual([name, value]);
  });

  it.each([
    ['{"seed":3}', '--set seed=3'],
    ['{"style":"oil"}', '--set style=oil'],
    ['{"name":"7"}', `--set 'name="7"'`],
    ['{"note":"a=b"}', '--set note=a=b'],
    ['{"seed":3,"style":"dark oil"}', `--set seed=3 --set 'style=dark oil'`],
  ])('takes no object %s, and says its fields', (text, hint) => {
    expect(() => readSetting(text)).toThrow(
      expect.objectContaining({ hint, why: 'It is a JSON object; --set takes one field.' }),
    );
  });

  it('takes no name alone', () => {
    expect(() => readSetting('seed')).toThrow(expect.objectContaining({ hint: '--set seed=value' }));
  });
});
