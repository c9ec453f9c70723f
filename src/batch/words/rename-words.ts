import { UsageError } from '../../errors/endings.ts';
import { moneyWords } from '../../money/words/budget-words.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { BatchInput } from '../batch-input.ts';
import { lastIdOf, type RenameAnswer, type RenamedShot, renameCounts } from '../renames/renamed-lines.ts';

interface WordedBatch {
  context: Pick<OutputMeans, 'terminal'>;
  input: Pick<BatchInput, 'file'>;
}

/** So many pairs are named; the others are counted. */
const namedMost = 3;

/** The error for lines that seem to be shots which were sent under other ids, where nobody has said what they are. */
export function idsRewritten({ context, input }: WordedBatch, all: readonly RenamedShot[]): UsageError {
  const { changed, pairs } = sorted(all);
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
      ...(changed.length === 0 ? [] : [changedWords(context, changed)]),
    ].join('\n'),
    hint:
      all.length === 1
        ? 'if it is the same shot, take over its job: --renamed same\nto pay for a new one: --renamed new'
        : 'if they are the same shots, take over their jobs: --renamed same\nto pay for new ones: --renamed new',
  });
}

/** The warnings about lines that have new ids, and are sent or taken over. */
export function renameWords(
  { context }: WordedBatch,
  all: readonly RenamedShot[],
  answer: RenameAnswer | undefined,
): string[] {
  if (answer !== undefined) return [answerWords(context, all, answer)];
  const { changed, pairs } = sorted(all);
  const isOne = pairs.length === 1;
  const [are, they] = isOne ? ['is', 'it is the same one'] : ['are', 'they are the same ones'];
  const same = `${counted(pairs.length, 'line')} ${askFor(pairs)}, and ${are} sent as new: ${pairWords(context, pairs)}; if ${they}: --renamed same`;
  return [
    ...(pairs.length === 0 ? [] : [same]),
    ...(changed.length === 0
      ? []
      : [`${changedWords(context, changed)}; to have them as changes of those: --renamed same`]),
  ];
}

function answerWords(
  context: WordedBatch['context'],
  pairs: readonly RenamedShot[],
  answer: RenameAnswer,
): string {
  const lines = counted(pairs.length, 'line');
  const isOne = pairs.length === 1;
  const named = pairWords(context, pairs);
  if (answer === 'same')
    return `${lines} ${isOne ? 'takes over the job of a shot' : 'take over the jobs of shots'} that ${isOne ? 'was' : 'were'} sent under other ids: ${named}`;
  return `${lines} ${isOne ? 'is a new shot' : 'are new shots'} by --renamed new: ${named}`;
}

/** Pairs that ask for the very same, and those of which the ids alone are alike. */
function sorted(all: readonly RenamedShot[]) {
  return {
    pairs: all.filter(({ isChanged }) => !isChanged),
    changed: all.filter(({ isChanged }) => isChanged),
  };
}

/** Lines that have a rewritten id, and ask for something else. */
function changedWords(context: WordedBatch['context'], changed: readonly RenamedShot[]): string {
  const has = changed.length === 1 ? 'has' : 'have';
  const asks = changed.length === 1 ? 'asks' : 'ask';
  return `${counted(changed.length, 'line')} ${has} the id of a gone line as a spreadsheet writes it, and ${asks} for something else: ${pairWords(context, changed)}`;
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
    return `${safeLine(lastIdOf(gone))} ${arrow} ${safeLine(to)}`;
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
