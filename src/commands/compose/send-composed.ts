import type { CommandContext } from '../context/context.ts';
import { submitCommand } from '../submit.ts';
import { composedInput } from './composed-command.ts';
import type { Keeper } from './keeper.ts';
import type { Agreed } from './talk-through.ts';

/** Sends the request with exactly the command that was shown, and follows the job as far as was asked. */
export async function sendComposed(
  context: CommandContext,
  { command, session: { account }, verdict }: Agreed,
  keeper: Keeper,
): Promise<void> {
  const { flags, prompt } = command;
  const sent = {
    prompt,
    flags: {
      ...flags,
      download: flags.download || verdict.follow === 'download',
      preflight: flags.preflight && !verdict.despiteErrors,
    },
  };
  const own: CommandContext = {
    ...context,
    account: async () => account,
    listen(event) {
      // From here on the request is a job, whatever becomes of that.
      if (event.kind === 'submitted') keeper.sent();
      context.listen(event);
    },
  };
  // Saved first, so that neither a refusal nor a power cut loses what was entered.
  if (!flags.dryRun) keeper.keep();
  await submitCommand.definition.run(own, composedInput(sent));
}
