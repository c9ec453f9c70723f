import { homePlaces } from '../../account/home.ts';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { defineCommand } from '../../command/define-command.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { counted } from '../../text/shown-value.ts';

export const sandboxResetCommand = defineCommand({
  describe:
    'Remove the jobs of the embedded service, their files there and their charges. The ledger and downloads stay.',
  flags: {},
  examples: ['genctl sandbox reset', 'genctl sandbox reset --yes --json'],
  parse: () => ({}),
  async run(context) {
    const { around, globals, terminal } = context;
    const question = { message: 'Forget all jobs of the sandbox?', instead: '--yes', preset: false };
    if (!globals.yes && !(await createPrompts(terminal).confirm(question))) return;
    const { ledger, sandbox: folder } = homePlaces(await context.home());
    assertLedgerFormat(ledger);
    const { jobs } = await around.sandbox.reset(folder).catch((error: unknown) => {
      throw storeFailure("the sandbox can't be reset", folder, error);
    });
    if (globals.json)
      terminal.out.write(documentJson('genctl.sandbox/v1', { reset: true, jobs }, { isTerminal: false }));
    else terminal.err.lines([`The sandbox is reset; it had ${counted(jobs, 'job')}.`]);
  },
});
