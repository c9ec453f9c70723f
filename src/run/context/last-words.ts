import { errorJson } from '../../cli/error-json.ts';
import type { GlobalFlags } from '../../cli/global-flags.ts';
import type { InterruptedError } from '../../errors/interrupted-error.ts';
import { plainError } from '../../terminal/errors/plain-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The words of a process that a second signal ends: nothing can be loaded or waited for by then. */
export interface LastWords {
  /** Loads at the first signal what the words are laid out by. */
  prepare(): void;
  tell(error: InterruptedError): void;
}

export function createLastWords(
  { unmuted }: Pick<Terminal, 'unmuted'>,
  { json }: Pick<GlobalFlags, 'json'>,
): LastWords {
  let layOut = (error: InterruptedError): string[] => plainError(error, unmuted);
  return {
    prepare() {
      if (json) return;
      import('../../terminal/errors/error.ts').then(
        ({ renderError }) => {
          layOut = (error) => renderError(error, unmuted);
        },
        // With no more files to be opened, they are told without their layout.
        () => {},
      );
    },
    tell(error) {
      if (json) unmuted.write(errorJson(error));
      else unmuted.lines(layOut(error));
    },
  };
}
