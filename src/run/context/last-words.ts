import { errorJson } from '../../cli/error-json.ts';
import type { GlobalFlags } from '../../cli/global-flags.ts';
import type { InterruptedError } from '../../errors/interrupted-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { safeLine } from '../../text/safe-text.ts';

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
  let layOut = ({ message, why, hint }: InterruptedError): string[] =>
    [message, why, hint].filter((line) => line !== undefined).map(safeLine);
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
