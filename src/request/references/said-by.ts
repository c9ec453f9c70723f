import { CliError } from '../../errors/cli-error.ts';

/** A flag that was made of another one, and the words that were typed for it. */
export type MadeFlag = readonly [made: string, typed: string];

/** Prepares a request. An error says the words that were typed in place of a flag that was made of them. */
export async function saidBy<Made>(flags: readonly MadeFlag[], prepare: () => Promise<Made>): Promise<Made> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof CliError) {
      error.message = inTyped(error.message, flags);
      error.why = error.why === undefined ? undefined : inTyped(error.why, flags);
      const { hint } = error;
      error.mendBy(() => hint && inTyped(hint, flags));
    }
    throw error;
  }
}

function inTyped(text: string, flags: readonly MadeFlag[]): string {
  return flags.reduce(
    (told, [made, typed]) => told.replaceAll(new RegExp(`(?<!--vary )${made}(?![\\w.-])`, 'g'), typed),
    text,
  );
}
