import { inGroup, textFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import type { ComposeInput } from '../compose/open-session.ts';
import { UsageError } from '../errors/endings.ts';
import { either, genctl, type Hint, hintLines, type Step, say } from '../errors/hint.ts';
import { promptArgument, readComposition, submissionFlags } from '../follow/send/submission-input.ts';
import { gaps } from '../text/gaps.ts';

const composeFlags = {
  ...inGroup('Start from:', {
    resume: {
      ...textFlag(
        '--resume <name>',
        'continue the answers kept under this name; without one, it asks which',
        'composition',
      ),
      mayBeAlone: true,
    },
    from: textFlag(
      '--from <job>',
      'start from the request of a job, or of the JSON beside a download',
      'job-or-file',
    ),
  }),
  ...submissionFlags,
} as const;

export const command = defineCommand({
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
      throw flagConflict(
        '--resume and --from',
        'A request starts from one of them.',
        genctl`compose --from ${from}`,
      );
    }
    const way = { api: undefined, route: undefined, sync: false };
    return { ...readComposition('compose', words, given, way), resume, from, flags: given };
  },
  async run(context, input) {
    if (!context.terminal.interactive) throw await noQuestions(context, input);
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
  submit: async () => (await import('./submit.ts')).command,
  draft: async () => (await import('./draft.ts')).command,
  finalize: async () => (await import('./finalize.ts')).command,
} as const;

/** The error where nobody can be asked; it names the command that works without questions. */
async function noQuestions(context: CommandContext, input: ComposeInput): Promise<UsageError> {
  const { resume } = input;
  const { model = input.words.body?.model } = input.words;
  const listed = typeof model === 'string' ? model : gaps.id;
  return new UsageError({
    code: 'input_required',
    message: 'The questions of compose need a terminal',
    why: context.terminal.whyNotInteractive,
    hint:
      resume === undefined
        ? either(withoutQuestions(input, model), '; what a model takes: ', genctl`models ${listed}`)
        : await keptHint(context, resume),
  });
}

/** The line that sends what was given, with gaps for what is missing. */
function withoutQuestions({ flags, from, words: { prompt } }: ComposeInput, model: unknown): Step {
  const given = flagWords(submissionFlags, flags);
  if (from !== undefined) {
    const worded = flags.prompt === undefined && prompt !== undefined ? ['--prompt', prompt] : [];
    return genctl`rerun ${from} ${given} ${worded}`;
  }
  const missing = [
    ...(prompt === undefined ? ['--prompt', gaps.prompt] : []),
    ...(model === undefined ? ['--model', gaps.id] : []),
  ];
  if (prompt === undefined && given.length === 0) return genctl`submit ${gaps.prompt} --model ID`;
  return genctl`submit … ${missing}`;
}

/** The lines that go on with what is kept, on a terminal. */
async function keptHint(context: CommandContext, resume: string): Promise<Hint> {
  const { keptWords, openCompositions } = await import('../compose/compositions.ts');
  const store = openCompositions(await context.home());
  const names = store.names().filter((name) => resume === '' || name === resume);
  if (names.length === 0) store.read(resume);
  const nowMs = context.clock.nowMs();
  return hintLines(
    names.map((name) => say`${keptWords(store, name, nowMs)}: ${genctl`compose --resume ${name}`}`),
  );
}
