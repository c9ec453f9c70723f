import { expect, it } from 'vitest';
import { commandTable } from '../../../src/commands/index.ts';
import { synonymousCommands } from '../../../src/commands/mend/command-synonyms.ts';
import { errorOfLine } from '../../../src/commands/mend/located.ts';

it.each([...new Set(synonymousCommands)])('%s is a command of ours', async (line) => {
  if (line === '--version') return expect(Object.hasOwn(commandTable, 'version')).toBe(false);
  const error = await errorOfLine(line.split(' '));
  // Some take an id.
  expect(error === undefined || (error as { code?: string }).code === 'missing_argument').toBe(true);
});
