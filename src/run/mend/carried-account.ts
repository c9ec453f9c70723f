import { type LinePart, lineWords, readTypedLine, withWords } from '../../cli/typed-line.ts';
import { redact } from '../../text/redaction.ts';
import { shellLine } from '../../text/shell-quote.ts';

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

/** The same of the commands that a hint in words names. */
export function carriedHint(hint: string, typed: readonly string[]): string {
  const parts = accountParts(typed);
  if (parts.length === 0) return hint;
  const words = shellLine(lineWords(parts));
  if (redact(words) !== words) return hint;
  return hint
    .split('\n')
    .map((line) => (accountFlags.some((flag) => line.includes(flag)) ? line : carriedWords(line, words)))
    .join('\n');
}

/** A command in words: to the end of its clause, which a comma, a bracket or the like within quotes or a URL does not end. */
const commandClause = /\bgenctl ([a-z]+)\b ?([a-z]*)(?:'[^']*'|"[^"]*"|[,;:.](?=\S)|[^'",;:.()`|&])*/g;

function carriedWords(line: string, words: string): string {
  return line.replace(commandClause, (clause, command: string, next: string) => {
    if (!isOfAccount(command, next)) return clause;
    // Behind -- they would be words of the prompt.
    const [said = ''] = /^.*?(?= -- )/s.exec(clause) ?? [clause.trimEnd()];
    return `${said} ${words}${clause.slice(said.length)}`;
  });
}
