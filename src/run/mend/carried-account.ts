import { type LinePart, lineWords, readTypedLine, withWords } from '../../cli/typed-line.ts';

/** The flags that choose an account. */
const accountFlags: readonly string[] = ['--profile', '--sandbox', '--base-url'];

/** Commands that ask the account of their line. Others act on jobs, whose accounts are known, or on this machine. */
const ofAccount: readonly string[] = [
  'submit',
  'draft',
  'refs',
  'models',
  'compose',
  'batch',
  'upload',
  'api',
  'worker',
  'queue',
  'auth set',
];

function isOfAccount(command: string, next: string): boolean {
  return ofAccount.includes(command) || ofAccount.includes(`${command} ${next}`);
}

function accountParts(typed: readonly string[]): readonly LinePart[] {
  return readTypedLine(typed, { flags: {}, pathLength: 0 }).filter(({ name = '' }) =>
    accountFlags.includes(name),
  );
}

/** A suggested line for the account that the typed line has chosen. */
export function carriedLine(argv: readonly string[], typed: readonly string[]): readonly string[] {
  const [command = '', next = ''] = argv;
  if (!isOfAccount(command, next) || accountParts(argv).length > 0) return argv;
  return lineWords(withWords(readTypedLine(argv, { flags: {}, pathLength: 1 }), accountParts(typed)));
}
