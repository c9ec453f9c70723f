import { expect, it } from 'vitest';
import { csvLine } from '../../../src/batch/report/row-files.ts';

it('cells with quotes, separators, line breaks or outer spaces are quoted', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', ' x', ''], ',')).toBe(
    'plain,"a,b","say ""hi""","two\nlines"," x",',
  );
  expect(csvLine(['a,b', 'c\td'], '\t')).toBe('a,b\t"c\td"');
});
