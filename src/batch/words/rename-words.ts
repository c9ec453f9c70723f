import { UsageError } from '../../errors/endings.ts';
import { moneyWords } from '../../money/words/budget-words.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenedBatch } from '../open-batch.ts';
import type { RenamedShot } from '../renames/find-renames.ts';
import type { RenameAnswer } from '../renames/resolve-renames.ts';

type WordedBatch = Pick<OpenedBatch, 'context' | 'input'>;

/** So many pairs are named; the others are counted. */
const namedMost = 3;

/** The error for lines that seem to be shots which were sent under other ids, where nobody has said what they are. */
export function idsRewritten({ context, input }: WordedBatch, pairs: readonly RenamedShot[]): UsageError {
  const isRewritten = pairs.some((pair) => pair.isRewritten);
  return new UsageError({
    code: 'ids_rewritten',
    message: `${counted(pairs.length, 'line')} of ${input.file} ${askFor(pairs)}; nothing was sent`,
    why: [
      // An id at the beginning of a sentence would be shown with a capital letter.
      `Their ids: ${pairWords(context, pairs)}`,
      isRewritten
        ? 'Spreadsheets rewrite such ids as they open or save a table.'
        : 'The manifest has none of the ids that were sent before.',
    ].join('\n'),
    hint:
      pairs.length === 1
        ? 'if it is the same shot, take over its job: --renamed same\nto pay for a new one: --renamed new'
        : 'if they are the same shots, take over their jobs: --renamed same\nto pay for new ones: --renamed new',
  });
}

/** What a run does with lines that have new ids. */
export function renameWords(
  { context }: WordedBatch,
  pairs: readonly RenamedShot[],
  answer: RenameAnswer | undefined,
): string {
  const lines = counted(pairs.length, 'line');
  const isOne = pairs.length === 1;
  const named = pairWords(context, pairs);
  if (answer === 'same')
    return `${lines} ${isOne ? 'takes' : 'take'} over the ${isOne ? 'job of a shot' : 'jobs of shots'} sent under other ids, and ${isOne ? 'is' : 'are'} not paid again: ${named}`;
  if (answer === 'new')
    return `${lines} ${isOne ? 'is' : 'are'} new shots by --renamed new, and may be charged: ${named}`;
  const [are, they] = isOne ? ['is', 'it is the same one'] : ['are', 'they are the same ones'];
  return `${lines} ${askFor(pairs)}, and ${are} sent as new: ${named}; if ${they}: --renamed same`;
}

function askFor(pairs: readonly RenamedShot[]): string {
  return pairs.length === 1
    ? 'asks for a shot that was sent under another id'
    : 'ask for shots that were sent under other ids';
}

/** A few pairs, and what became of the shots: `001 → 1, 002 → 2 and 48 more; 3 were charged, $0.30`. */
function pairWords({ terminal }: WordedBatch['context'], pairs: readonly RenamedShot[]): string {
  const { arrow } = terminal.err.symbols;
  const named = pairs.slice(0, namedMost).map(({ gone, to }) => {
    return `${safeLine(gone.ids.at(-1) ?? gone.shot)} ${arrow} ${safeLine(to)}`;
  });
  const more = pairs.length > namedMost ? [`and ${pairs.length - namedMost} more`] : [];
  const { charged, chargedMicroUsd, running, unanswered } = renameCounts(pairs);
  const sum = chargedMicroUsd === 0 ? '' : `, ${moneyWords(chargedMicroUsd)}`;
  const became = [
    ...(charged === 0 ? [] : [`${charged} ${charged === 1 ? 'was' : 'were'} charged${sum}`]),
    ...(running === 0 ? [] : [`${running} ${running === 1 ? 'is' : 'are'} running`]),
    ...(unanswered === 0 ? [] : [`${unanswered} got no answer`]),
  ];
  return `${[...named, ...more].join(', ')}; ${became.join(', ')}`;
}

/** How many shots became what, and what they were charged. */
export function renameCounts(pairs: readonly RenamedShot[]) {
  const count = (how: RenamedShot['gone']['how']): number =>
    pairs.filter(({ gone }) => gone.how === how).length;
  return {
    charged: count('charged'),
    running: count('running'),
    unanswered: count('unanswered'),
    chargedMicroUsd: pairs.reduce((sum, { gone }) => sum + gone.chargedMicroUsd, 0),
  };
}
