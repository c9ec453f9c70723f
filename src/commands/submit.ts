import { UsageError } from '../errors/usage-error.ts';
import type { RequestWords } from '../rules/request-body.ts';
import { defineCommand } from './define-command.ts';
import { offFlag, switchFlag } from './flag.ts';
import { type IntentPlan, intentFlags, intentPlanOf } from './intent-flags.ts';
import { type JourneyFlags, journeyFlags } from './journey-flags.ts';
import { readRequestWords, requestFlags } from './request-flags.ts';
import { readLocalFile } from './text-source.ts';

const checks = 'Checks:';

const checkFlags = {
  dryRun: { ...switchFlag('--dry-run', 'print the request and send nothing'), group: checks },
  curl: { ...switchFlag('--curl', 'with --dry-run: print it as a curl command line'), group: checks },
  strict: { ...switchFlag('--strict', 'let warnings refuse, too'), group: checks },
  preflight: { ...offFlag('--no-preflight', 'send whatever the checks say'), group: checks },
} as const;

interface SubmitInput {
  words: RequestWords;
  plan: IntentPlan;
  journey: JourneyFlags;
  dryRun: 'no' | 'document' | 'curl';
  strict: boolean;
  preflight: boolean;
}

/** Builds a body from flags, checks it, records the intent, sends it, and follows the job as far as it is asked to. */
export const submitCommand = defineCommand({
  describe:
    'Submit an image or video job. The request is checked before anything is sent, and written down before anything is paid for. Prints the id of the job.',
  arguments: [{ name: 'prompt', says: 'the prompt, in words', many: true, required: false }],
  flags: { ...requestFlags, ...intentFlags, ...journeyFlags, ...checkFlags },
  examples: [
    'genctl submit "a red fox in snow" -m vendor-b/video-2.5 --duration 5 --ratio 16:9 -D out --sandbox',
    'genctl submit "a lighthouse at dusk" -m vendor-a/image-1 --set size=1536x1024 --count 2 --wait --sandbox',
    'genctl submit "shot 7, take 2" -m vendor-b/video-2.5 --once shot-07 --attempts 3 -D out --sandbox',
    'genctl submit -p "walks on" -m vendor-b/video-2.5 --first-frame https://example.com/hero.png --dry-run --sandbox',
  ],
  parse({ arguments: positional, flags }): SubmitInput {
    if (flags.curl && !flags.dryRun) {
      throw new UsageError({
        code: 'invalid_flag',
        message: '--curl prints a request instead of sending it',
        why: 'It goes with --dry-run, which was not given.',
        hint: 'genctl submit … --dry-run --curl',
      });
    }
    if (flags.prompt !== undefined && positional.length > 0) {
      throw new UsageError({
        code: 'invalid_flag',
        message: 'The prompt is given twice',
        why: `Once as ${JSON.stringify(positional.join(' '))}, once by --prompt.`,
        hint: 'genctl submit --prompt TEXT, or genctl submit TEXT',
      });
    }
    return {
      plan: intentPlanOf(flags),
      words: readRequestWords(flags, positional, readLocalFile),
      journey: flags,
      dryRun: flags.dryRun ? (flags.curl ? 'curl' : 'document') : 'no',
      strict: flags.strict,
      preflight: flags.preflight,
    };
  },
  async run(context, input) {
    const { prepareSubmission } = await import('./prepare-submission.ts');
    const submission = await prepareSubmission(context, input);
    if (input.dryRun !== 'no') {
      const { renderDryRun } = await import('./dry-run.ts');
      renderDryRun(context, submission, input.dryRun);
      return;
    }
    const { submitAndFollow } = await import('./submit-and-follow.ts');
    await submitAndFollow(context, submission, input.journey);
  },
});
