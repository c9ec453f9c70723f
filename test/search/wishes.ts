import { type History, promptShape, type Step } from './history.ts';
import type { Submit } from './service.ts';

/** What is to be one job, in words. v1 knows no key, so that there it is one for each memory. */
export function wishOf({ shared, steps }: History, { body, home, isV2 }: Submit): string {
  const prompt = promptOf(body);
  const [, kind] = promptShape.exec(prompt) ?? [];
  if (kind === 'plain') return prompt;
  if (prompt === '') return body;
  const isTorn = steps.some(({ damage }) => damage === 'torn journal');
  const sharesMemory = isV2 || (kind === 'shot' && shared && !isTorn);
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
  if (wish.startsWith('on machine undefined')) return 2;
  if (!wish.startsWith('{') || promptOf(wish) !== '') return 1;
  // A final: as many as were ordered, and the one of a batch.
  const orders = steps.filter(({ words }) => words[0] === 'finalize');
  return 1 + orders.length + orders.filter(({ beside }) => beside !== undefined).length;
}

function promptsOf({ words }: Step): string[] {
  return words.map((word) => word.replace(/ sandbox:\w+$/, ''));
}

/** The prompt in a body, without the ending that it asks of the sandbox. */
export function promptOf(body: string): string {
  const text = /"(?:prompt|text)":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '';
  return promptShape.exec(text) === null ? text : text.replace(/ sandbox:\w+$/, '');
}
