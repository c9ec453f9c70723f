import { type History, promptShape, type Step } from './history.ts';
import type { Submit } from './service.ts';

/** What is to be one job, in words. v1 knows no key, so that there it is one for each memory. */
export function wishOf({ shared, steps }: History, submit: Pick<Submit, 'body' | 'home' | 'isV2'>): string {
  const { home, isV2 } = submit;
  const body = bodyOfWish(submit.body);
  const prompt = promptOf(body);
  const [, kind] = promptShape.exec(prompt) ?? [];
  if (kind === 'plain') return prompt;
  if (prompt === '') return body;
  const forgets = steps.some(({ damage }) => forgetful.includes(damage));
  // A line with another id has another key: which lines are the same shot only the memory of a machine knows.
  const isKnownByKey = isV2 && !isNumbered(prompt);
  const sharesMemory = isKnownByKey || (kind === 'shot' && shared && !forgets);
  return sharesMemory ? body : `on machine ${home}: ${body}`;
}

/** How many jobs the lines of a history ask for with a wish. */
export function askedFor({ steps }: History, wish: string): number {
  const [, kind, rest] = promptShape.exec(wish) ?? [];
  if (kind === 'plain') {
    const { beside, words = [] } = steps.find((step) => promptsOf(step).includes(`plain ${rest}`)) ?? {};
    const takes = words.includes('--takes') ? Number(words[words.indexOf('--takes') + 1]) : 1;
    return beside === undefined ? takes : 2 * takes;
  }
  const paidAgain = isNumbered(promptOf(wish)) ? runsOf(steps, isRenamedNew) : 0;
  if (wish.startsWith('on machine')) {
    const isOfBatch = promptOf(wish).startsWith('shot ');
    const losses = steps.filter(({ damage }) =>
      isOfBatch ? forgetful.includes(damage) : damage === 'ledger lost',
    );
    const memories = 1 + losses.length;
    return (wish.startsWith('on machine undefined') ? 2 * memories : memories) + paidAgain;
  }
  if (paidAgain > 0) return 1 + paidAgain;
  if (!wish.startsWith('{') || promptOf(wish) !== '') return 1;
  // A final: as many as were ordered, and the one of a batch.
  return 1 + runsOf(steps, ([command]) => command === 'finalize');
}

/** After these a machine may not know any more what it has sent. */
const forgetful: unknown[] = ['torn journal', 'ledger lost'];

/** The lines of a table whose ids a spreadsheet rewrites. */
const isNumbered = (prompt: string): boolean => prompt.startsWith('shot numbered ');

/** Tells whether a person said that lines with new ids are new shots. */
function isRenamedNew(words: readonly string[]): boolean {
  return words[words.indexOf('--renamed') + 1] === 'new';
}

/** How many runs have such words. */
function runsOf(steps: readonly Step[], is: (words: readonly string[]) => boolean): number {
  const lines = steps.flatMap(({ beside, words }) =>
    beside === undefined ? [words] : [words, beside.words],
  );
  return lines.filter(is).length;
}

function promptsOf({ words }: Step): string[] {
  return words.map((word) => word.replace(/ sandbox:\w+$/, ''));
}

/** A body without the signatures of its links, by which a request is told from another. */
export function bodyOfWish(body: string): string {
  return body.replace(/(https:\/\/files\.example\.com\/[^"?]*)\?X-Amz-[^"]*/g, '$1');
}

/** The prompt in a body, without the ending that it asks of the sandbox. */
export function promptOf(body: string): string {
  const text = /"(?:prompt|text)":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '';
  return promptShape.exec(text) === null ? text : text.replace(/ sandbox:\w+$/, '');
}
