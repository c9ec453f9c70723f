import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that guards something, and how it is switched off. */
export interface Mutant {
  /** What the line guards: without it, this no longer holds. */
  guards: string;
  /** The line as the source has it. It is found by its words: how they are broken into lines does not count. */
  text: string;
  /** The same without the guard. */
  instead: string;
  /** The tests that must fail without it, by the ends of their paths without `.test.ts`. They run on the source. */
  nearest: readonly [string, ...string[]];
}

/** A mutant and the one place in the source where its text stands. */
export interface PlacedMutant extends Mutant {
  /** Relative to the repository, with `/`. */
  path: string;
  from: number;
  to: number;
  /** The paths of its nearest tests, relative to the repository. */
  tests: string[];
}

/** Where a repository keeps its source and its tests, by their paths. */
export interface Sources {
  source: ReadonlyMap<string, string>;
  tests: readonly string[];
}

export function readSources(root: string): Sources {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  return {
    source: new Map(below('src').map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    tests: below('test').filter((path) => path.endsWith('.test.ts')),
  };
}

/** Finds each mutant's text and tests. Returns what is wrong with the table instead, where any is not found exactly once. */
export function placeMutants(
  mutants: readonly Mutant[],
  { source, tests }: Sources,
): { placed: PlacedMutant[]; faults: string[] } {
  const faults: string[] = [];
  const placed: PlacedMutant[] = [];
  for (const mutant of mutants) {
    const places = placesOf(mutant.text, source);
    const found = mutant.nearest.map((end) => tests.filter((path) => path.endsWith(`/${end}.test.ts`)));
    const [place] = places;
    if (places.length !== 1 || place === undefined)
      faults.push(`“${mutant.guards}”: its text stands in ${places.length} places:\n    ${mutant.text}`);
    for (const [index, paths] of found.entries())
      if (paths.length !== 1)
        faults.push(`“${mutant.guards}”: ${paths.length} tests are called ${mutant.nearest[index]}`);
    if (place !== undefined) placed.push({ ...mutant, ...place, tests: found.flat() });
  }
  return { placed, faults };
}

function placesOf(text: string, source: Sources['source']): Pick<PlacedMutant, 'path' | 'from' | 'to'>[] {
  const words = text.trim().split(/\s+/);
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  return [...source].flatMap(([path, whole]) =>
    [...whole.matchAll(new RegExp(pattern, 'g'))].map(({ 0: found, index }) => ({
      path,
      from: index,
      to: index + found.length,
    })),
  );
}

/** The source without the guard. */
export function switchedOff({ from, instead, to }: PlacedMutant, whole: string): string {
  return whole.slice(0, from) + instead + whole.slice(to);
}
