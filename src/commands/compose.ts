import { inGroup, textFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import type { ComposeInput } from '../compose/open-session.ts';
import { UsageError } from '../errors/endings.ts';
import { either, genctl } from '../errors/hint.ts';
import { promptArgument, readComposition, submissionFlags } from '../follow/send/submission-input.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { gaps } from '../text/gaps.ts';

const composeFlags = {
  ...inGroup('Start from:', {
    resume: textFlag('--resume <name>', 'continue the answers kept under this name', 'composition'),
    from: textFlag(
      '--from <job>',
      'start from the request of a job, or of the JSON beside a download',
      'job-or-file',
    ),
  }),
  ...submissionFlags,
} as const;

export const composeCommand = defineCommand({
  describe:
    'Answer questions to build a request: account, model, prompt, and what the model needs or takes. Flags answer in advance. Before sending anything, genctl shows the whole request and its command line. Esc goes back; Ctrl-C keeps your answers.',
  arguments: [promptArgument],
  flags: composeFlags,
  examples: [
    'genctl compose --sandbox',
    'genctl compose "a red fox in snow" -m vendor-b/video-2.5 --sandbox',
    'genctl compose --from @last --dry-run',
    'genctl compose --resume red-fox',
  ],
  parse({ flags, ...words }): ComposeInput {
    const { resume, from, ...given } = flags;
    if (resume !== undefined && from !== undefined) {
      throw new UsageError({
        code: 'flag_conflict',
        message: "--resume and --from can't be used together",
        why: 'A request starts from one of them.',
        hint: genctl`compose --from ${from}`,
      });
    }
    const way = { api: undefined, route: undefined, sync: false };
    return { ...readComposition('compose', words, given, way), resume, from, flags: given };
  },
  async run(context, input) {
    if (!context.terminal.interactive) throw noQuestions(context.terminal);
    const { runComposer } = await import('../compose/run-composer.ts');
    const logIn = async () => (await import('./auth/login.ts')).logIn(context);
    await runComposer(
      {
        ...context,
        logIn,
        async send(command, line, means) {
          const sender = await senders[command]();
          await sender.prepare(line)({ ...context, ...means });
        },
      },
      input,
    );
  },
});

/** The commands that send what was composed. */
const senders = {
  submit: async () => (await import('./submit.ts')).submitCommand,
  draft: async () => (await import('./draft.ts')).draftCommand,
  finalize: async () => (await import('./finalize.ts')).finalizeCommand,
} as const;

/** The error where nobody can be asked; it names the command that works without questions. */
function noQuestions({ whyNotInteractive }: Terminal): UsageError {
  return new UsageError({
    code: 'input_required',
    message: 'The questions of compose need a terminal',
    why: whyNotInteractive,
    hint: either(genctl`submit ${gaps.prompt} --model ID`, '; what a model takes: ', genctl`models ID`),
  });
}
