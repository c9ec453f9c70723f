import { createHashSet, idHash } from '../../text/id-hash.ts';

/** Why a line can never be sent: it names what is not there, or waits for itself. */
export type GraphFault =
  | { kind: 'missing'; names: readonly string[] }
  /** `toldBy` is the first of the lines on the circle that are told this one. */
  | { kind: 'circle'; ids: readonly string[]; toldBy: string };

export type LineGraph = ReturnType<typeof graphOf>;

/** Gathers the lines of a manifest, in their order, each under its id with the ids that it names. */
export function createGraphBuilder() {
  const seen = createHashSet();
  const parents = new Map<string, readonly string[]>();
  const later = new Set<string>();
  return {
    add(id: string, named: readonly string[]): void {
      // The second of two lines with one id is refused, so it has no part in this.
      if (!seen.add(idHash(id)) || named.length === 0) return;
      const each = [...new Set(named)];
      parents.set(id, each);
      for (const one of each) if (one !== id && !seen.has(idHash(one))) later.add(one);
    },
    graph(): LineGraph {
      const unknown = new Set([...later].filter((name) => !seen.has(idHash(name))));
      const named = [...later].filter((name) => !unknown.has(name));
      const behind = reached(named, (id) => parents.get(id) ?? []);
      return graphOf(parents, { unknown, behind });
    },
  };
}

type Parents = ReadonlyMap<string, readonly string[]>;

/**
 * Which lines of a manifest wait for which others. Only those lines and the ones that they name are kept.
 *
 * @param of.behind the lines that stand behind one that waits for them, with all that those wait for themselves.
 * @param of.unknown names that no line has.
 */
function graphOf(parents: Parents, { behind, unknown }: Record<'behind' | 'unknown', ReadonlySet<string>>) {
  const children = new Map<string, string[]>();
  for (const [id, named] of parents) {
    for (const one of named) {
      const known = children.get(one);
      if (known === undefined) children.set(one, [id]);
      else known.push(id);
    }
  }
  const { circles, order } = walked(parents);
  return {
    parentsOf: (id: string): readonly string[] => parents.get(id) ?? [],
    /** Tells whether another line waits for this one. */
    isParent: (id: string) => children.has(id),
    childrenOf: (id: string): readonly string[] => children.get(id) ?? [],
    behind,
    unknown,
    /** The lines that wait for others. */
    ids: () => parents.keys(),
    /** The beginnings of chains: lines that wait for no other, and jobs. */
    beginnings: () => [...children.keys()].filter((id) => !parents.has(id)),
    /** The lines that the chains of a line begin with: its own id where it waits for none. */
    rootsOf: rootsReader(parents, unknown, order),
    /** Ids in an order in which each stands behind those of them that it waits for. */
    parentsFirst: (ids: ReadonlySet<string>): string[] => [
      ...[...ids].filter((id) => !parents.has(id)),
      ...order.filter((id) => ids.has(id)),
    ],
    /** The fault of a line's own names. `known` are those of the unknown names that mean jobs. */
    faultOf(id: string, known: ReadonlySet<string>): GraphFault | undefined {
      const names = (parents.get(id) ?? []).filter((name) => unknown.has(name) && !known.has(name));
      if (names.length > 0) return { kind: 'missing', names };
      const ids = circles.get(id);
      if (ids === undefined) return undefined;
      const [first = id] = ids;
      // A line is told one of the circles that share it; the first line of this one may be told another.
      return { kind: 'circle', ids, toldBy: circles.get(first) === ids ? first : id };
    },
  };
}

/** Ids with all that follow from them, step by step. */
export function reached(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  // A set hands on what is added to it meanwhile.
  for (const id of found) for (const one of next(id)) found.add(one);
  return found;
}

/** Makes the reader of the beginnings of a line's chains. They are worked out for all lines once, each after those that it waits for. */
function rootsReader(
  parents: Parents,
  unknown: ReadonlySet<string>,
  order: readonly string[],
): (id: string) => readonly string[] {
  const roots = new Map<string, readonly string[]>();
  // A line that waits for itself begins nowhere.
  const known = (line: string): readonly string[] => (parents.has(line) ? (roots.get(line) ?? []) : [line]);
  return (id) => {
    for (const one of roots.size === 0 ? order : []) {
      const lines = (parents.get(one) ?? []).filter((parent) => !unknown.has(parent));
      roots.set(one, lines.length === 0 ? [one] : unionOf(lines.map(known)));
    }
    return unknown.has(id) ? [] : known(id);
  };
}

/** All that lists have, as the first of them where that has it all: many lines share it. */
function unionOf([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const all = new Set([...first, ...others.flat()]);
  return all.size === first.length ? first : [...all];
}

/** A line on the path that is walked. */
interface Step {
  id: string;
  /** Which of its parents comes next. */
  next: number;
  /** From this place of the path to its own, all lines are known to stand on circles. */
  covered: number;
}

/**
 * The lines that stand on a circle, each with all ids of that circle in their order; and all lines that wait, each behind those that it
 * waits for, as far as no circle is in the way. It walks without recursion: a chain may be long.
 */
function walked(parents: Parents): { circles: Map<string, readonly string[]>; order: string[] } {
  const circles = new Map<string, readonly string[]>();
  const fromFirst = turner(parents);
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const path: Step[] = done.has(start) ? [] : [stepTo(start)];
    const places = new Map([[start, 0]]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const parent = parents.get(top.id)?.[top.next];
      top.next += 1;
      if (parent === undefined) {
        done.add(top.id);
        places.delete(top.id);
        path.pop();
        const below = path.at(-1);
        if (below !== undefined && top.covered < path.length)
          below.covered = Math.min(below.covered, top.covered);
        continue;
      }
      const place = places.get(parent);
      if (place !== undefined && place < top.covered) {
        const ids = fromFirst(path.slice(place).map(({ id }) => id));
        for (const id of ids) circles.set(id, ids);
        top.covered = place;
      } else if (place === undefined && !done.has(parent) && parents.has(parent)) {
        places.set(parent, path.length);
        path.push(stepTo(parent));
      }
    }
  }
  return { circles, order: [...done] };
}

/** Returns a function that turns a circle, so that it begins with the line that stands first in the manifest. */
function turner(parents: Parents): (circle: readonly string[]) => readonly string[] {
  let places: Map<string, number> | undefined;
  return (circle) => {
    places ??= new Map([...parents.keys()].map((id, place) => [id, place]));
    const placeInManifest = (id = ''): number => places?.get(id) ?? Number.POSITIVE_INFINITY;
    const first = circle.reduce(
      (least, id, at) => (placeInManifest(id) < placeInManifest(circle[least]) ? at : least),
      0,
    );
    return [...circle.slice(first), ...circle.slice(0, first)];
  };
}

function stepTo(id: string): Step {
  return { id, next: 0, covered: Number.POSITIVE_INFINITY };
}
