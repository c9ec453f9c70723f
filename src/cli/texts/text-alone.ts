import { UsageError } from '../../errors/endings.ts';

/** The error for text that is asked for as a document. */
export function textAlone(argv: readonly string[], what: 'help' | 'script' = 'help'): UsageError {
  return new UsageError({
    code: 'text_alone',
    message: `--json has no ${what} to print`,
    why: `It prints one document, and ${what === 'help' ? what : `a ${what}`} is text.`,
    hint: { run: argv.filter((word) => word !== '--json') },
  });
}
