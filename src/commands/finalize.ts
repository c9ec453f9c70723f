import type { RequestWords } from '../rules/request-body.ts';
import { type CheckInput, checkFlags, checkInputOf } from './check-flags.ts';
import { defineCommand } from './define-command.ts';
import { readId } from './id-words.ts';
import { assertNoneIdle, reachOf } from './idle-flags.ts';
import { type IntentPlan, intentFlags, intentPlanOf } from './intent-flags.ts';
import { type JourneyFlags, journeyFlags } from './journey-flags.ts';
import { readLocalFile } from './local-text.ts';
import { readRequestWords, requestFlags } from './request-flags.ts';

/** What a final may have of its own; the rest is its draft's. @see service document §3 */
const { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } = requestFlags;
const ownFlags = { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } as const;

interface FinalizeInput extends CheckInput {
  id: string | undefined;
  words: RequestWords;
  plan: IntentPlan;
  journey: JourneyFlags;
}

/** The 1080p final of a draft. */
export const finalizeCommand = defineCommand({
  describe:
    'Make the 1080p final of a succeeded draft: its prompt, references, length, ratio, seed and sound are the draft’s, and it is charged as a job of its own. Without an id it offers the drafts that still can.',
  arguments: [
    {
      name: 'id',
      says: 'a succeeded draft; - reads its id from stdin',
      many: false,
      required: false,
      completes: 'draft',
    },
  ],
  flags: { ...ownFlags, ...intentFlags, ...journeyFlags, ...checkFlags },
  examples: [
    'genctl finalize @last -D out',
    'genctl finalize @last --once fox-final --wait',
    'genctl finalize @last --dry-run',
  ],
  parse({ flags, ...words }): FinalizeInput {
    assertNoneIdle('finalize', flags, reachOf(flags, flags.attempts));
    return {
      ...checkInputOf(flags, 'finalize'),
      id: readId('finalize', words),
      words: readRequestWords('finalize', { ...noWords, ...flags }, noPrompt, readLocalFile),
      plan: intentPlanOf(flags),
      journey: flags,
    };
  },
  async run(context, input) {
    const { chooseDraft, finalRequest } = await import('./finals.ts');
    const draft = await chooseDraft(context, input.id);
    const request = await finalRequest(context, draft, input);
    const { submissionOf } = await import('./prepare-submission.ts');
    const { submitAll } = await import('./submit-and-follow.ts');
    await submitAll(context, [submissionOf(context, request, input.plan)], input, 'one');
  },
});

const noPrompt = { arguments: [], readable: 0 };

/** The flags of a request that a final has no use for. */
const noWords = {
  model: undefined,
  prompt: undefined,
  resolution: undefined,
  duration: undefined,
  ratio: undefined,
  audio: undefined,
  seed: undefined,
  referenceTask: undefined,
  count: undefined,
  promptEnhance: undefined,
  input: undefined,
  body: undefined,
  firstFrame: [],
  lastFrame: [],
  refImage: [],
  refVideo: [],
  refAudio: [],
};
