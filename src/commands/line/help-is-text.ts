import { UsageError } from '../../errors/endings.ts';
import { shellLine } from '../../ui/render/shell-quote.ts';

/** The error for help that is asked for as a document. */
export function helpIsText(argv: readonly string[]): UsageError {
  return new UsageError({
    code: 'help_is_text',
    message: '--json has no help to print',
    why: 'It prints one document, and help is text.',
    hint: shellLine(['genctl', ...argv.filter((word) => word !== '--json')]),
  });
}
