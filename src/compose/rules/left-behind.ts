import { allOfWords } from '../../text/shown-value.ts';
import { type ComposeFacts, type Composition, entryOf, inputOf, modelOf } from './composition.ts';
import { inputPlace } from './fields-at.ts';
import { flagAt } from './flag-at.ts';
import { namedParts } from './prompt-words.ts';

/** Says which answers another model does not take; undefined where it takes them all. The words of the prompt always stay. */
export function leftBehind(before: Composition, after: Composition, facts: ComposeFacts): string | undefined {
  const [old, now] = [inputOf(before), inputOf(after)];
  const names = Object.entries(old)
    .filter(([name]) => name !== 'prompt' && !Object.hasOwn(now, name))
    .flatMap(([name, value]) => {
      if (name === 'content') return partWords(value, facts.cast);
      const said = flagAt([...inputPlace, name], entryOf(before, facts)) ?? name;
      return [typeof value === 'string' || typeof value === 'number' ? `${said} ${value}` : said];
    });
  return names.length === 0 ? undefined : `${modelOf(after)} does not take ${allOfWords(names)}: left out`;
}

function partWords(content: unknown, cast: ComposeFacts['cast']): string[] {
  return namedParts(content, cast)
    .filter(({ name }) => name !== 'words')
    .map(({ name, source }) => (source.startsWith('@') ? source : name));
}
