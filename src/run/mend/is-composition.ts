import { readTypedLine } from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';

/** Tells whether a line is flags of a request and nothing else: the composer takes them as answers. */
export async function isComposition(argv: readonly string[]): Promise<boolean> {
  const flags = (await commandTable.compose?.load?.())?.flags ?? {};
  const line = readTypedLine(argv, { flags, pathLength: 0 });
  return line.every(({ declared, kind }) => kind === 'flag' && declared !== undefined);
}
