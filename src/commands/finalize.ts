import { UsageError } from '../errors/endings.ts';
import type { RequestWords } from '../rules/request/request-words.ts';
import { beginEvents } from './journey/events/begin-events.ts';
import { type JourneyFlags, journeyFlags, onwardTables } from './journey/journey-flags.ts';
import { defineCommand } from './line/define-command.ts';
import { flagWords } from './line/flag-words.ts';
import { readId } from './line/id-words.ts';
import { assertNoneIdle, reachOf } from './line/idle-flags.ts';
import { readLocalFile } from './line/local-text.ts';
import { type CheckInput, checkFlags, checkInputOf } from './request/check-flags.ts';
import { type IntentPlan, intentFlags, intentPlanOf } from './request/intent-flags.ts';
import { noRequestFlags, readRequestWords, requestFlags } from './request/request-flags.ts';
import { type LookupFlags, lookupFlags } from './request/route-flags.ts';

/** The flags that a final may have of its own; everything else comes from its draft. @see service document §3 */
const { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } = requestFlags;
const ownFlags = { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } as const;

interface FinalizeInput extends CheckInput {
  id: string | undefined;
  words: RequestWords;
  plan: IntentPlan;
  journey: JourneyFlags;
  lookup: LookupFlags;
  /** The words of the line's other flags. */
  more: readonly string[];
}

export const finalizeCommand = defineCommand({
  describe:
    'Make the 1080p final of a succeeded draft: its prompt, references, length, ratio, seed and sound are the draft’s, and it is charged as a job of its own. Without an id it offers the drafts that still can.',
  arguments: [
    { name: 'id', says: 'a succeeded draft; - reads its id from stdin', required: false, completes: 'draft' },
  ],
  flags: { ...ownFlags, ...intentFlags, ...journeyFlags, ...checkFlags, ...lookupFlags },
  examples: [
    'genctl finalize @last -D out',
    'genctl finalize @last --once fox-final --wait',
    'genctl finalize @last --dry-run',
  ],
  parse({ flags, ...words }): FinalizeInput {
    assertNoneIdle('finalize', flags, reachOf(flags, flags.attempts));
    const id = readId('finalize', words);
    if (id === undefined) assertNoLookup(flags);
    return {
      ...checkInputOf(flags, 'finalize'),
      id,
      words: readRequestWords('finalize', { ...noRequestFlags, ...flags }, noPrompt, readLocalFile),
      plan: intentPlanOf(flags),
      journey: flags,
      lookup: flags,
      more: flagWords({ ...ownFlags, ...intentFlags, ...checkFlags }, flags),
    };
  },
  async run(context, input) {
    await beginEvents(context, input.journey, input);
    context.onward.typed(input.journey, onwardTables);
    const { chooseDraft, finalRequest } = await import('./finalize/finals.ts');
    const draft = await chooseDraft(context, input.id, input.lookup);
    const { factsReader } = await import('./request/account-facts.ts');
    const request = await finalRequest(context, draft, factsReader(context), input);
    const { submissionOf } = await import('./request/prepare-submission.ts');
    const { submitAll } = await import('./journey/submit-and-follow.ts');
    await submitAll(context, [submissionOf(context, request, input.plan)], input, 'one');
  },
});

/** Refuses lookup flags without an id: this machine knows where the drafts that it offers were made. */
function assertNoLookup({ api, route }: LookupFlags): void {
  if (api === undefined && route === undefined) return;
  throw new UsageError({
    code: 'flag_idle',
    message: `${api === undefined ? '--route' : '--api'} would do nothing`,
    why: 'It is about an id that is not known here, and none is named.',
    hint: 'genctl finalize ID --api v1 --route tasks',
  });
}

const noPrompt = { arguments: [], readable: 0 };
