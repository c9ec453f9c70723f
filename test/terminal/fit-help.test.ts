import { describe, expect, it } from 'vitest';
import { breakable, fitHelp } from '../../src/terminal/fit-help.ts';

const item = `  --once <name>  ${breakable}submit one time under that name: run again, it is the same job`;
const example = '  $ genctl submit "a fox in the snow, at dawn, from afar" --once fox-in-snow';

describe('help in a window', () => {
  it('has an explanation beside its term where there is room', () => {
    expect(fitHelp(item, 200)).toBe(
      '  --once <name>  submit one time under that name: run again, it is the same job',
    );
    expect(fitHelp(item, 50).split('\n')).toEqual([
      '  --once <name>  submit one time under that name:',
      '                 run again, it is the same job',
    ]);
  });

  it('has it below the term in a narrow one', () => {
    expect(fitHelp(item, 40).split('\n')).toEqual([
      '  --once <name>',
      '      submit one time under that name:',
      '      run again, it is the same job',
    ]);
  });

  it('keeps a line whole that is there to be copied, and a word that is longer than a line', () => {
    expect(fitHelp(example, 20)).toBe(example);
    expect(fitHelp(`${breakable}see https://example.test/a/long/way now`, 12).split('\n')).toEqual([
      'see',
      'https://example.test/a/long/way',
      'now',
    ]);
  });
});
