import { createHashSet, idHash } from '../../text/id-hash.ts';

/** Why a line can never be sent: it names what is not there, or waits for itself. */
export type GraphFault =
  | { kind: 'missing'; names: readonly string[] }
  | { kind: 'circle'; ids: readonly string[] };

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
  const childrenOf = (id: string): readonly string[] => children.get(id) ?? [];
  const { circles, order } = ordered(parents, childrenOf);
  return {
    parentsOf: (id: string): readonly string[] => parents.get(id) ?? [],
    /** Tells whether another line waits for this one. */
    isParent: (id: string) => children.has(id),
    childrenOf,
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
      return ids && { kind: 'circle', ids };
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

/**
 * All lines that wait, each behind those that it waits for; and those that wait for themselves, each with all ids of its circle in their
 * order from the one that stands first in the manifest. Circles may share lines: of those it finds one, as if its lines waited for nothing
 * any more, and then what is left.
 */
function ordered(parents: Parents, childrenOf: (id: string) => readonly string[]) {
  const circles = new Map<string, readonly string[]>();
  const order: string[] = [];
  /** How many lines each still waits for. */
  const left = new Map(
    [...parents].map(([id, named]) => [id, named.filter((one) => parents.has(one)).length]),
  );
  function take(ready: string[]): void {
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      if (!left.delete(id)) continue;
      order.push(id);
      for (const child of childrenOf(id)) {
        const count = (left.get(child) ?? 0) - 1;
        if (left.has(child)) left.set(child, count);
        if (count === 0) ready.push(child);
      }
    }
  }
  take([...left.keys()].filter((id) => left.get(id) === 0).reverse());
  for (const start of left.keys()) {
    while (left.has(start)) {
      const circle = circleBehind(start, (id) => parents.get(id)?.find((one) => left.has(one)) ?? id);
      const members = new Set(circle);
      const first = circle.indexOf(firstOf(left.keys(), members) ?? start);
      const ids = [...circle.slice(first), ...circle.slice(0, first)];
      for (const id of ids) circles.set(id, ids);
      take([...ids]);
    }
  }
  return { circles, order };
}

function firstOf(ids: Iterable<string>, wanted: ReadonlySet<string>): string | undefined {
  for (const id of ids) if (wanted.has(id)) return id;
  return undefined;
}

/** The circle that is come upon from a line, step by step. */
function circleBehind(start: string, next: (id: string) => string): string[] {
  const path = new Set<string>();
  let id = start;
  for (; !path.has(id); id = next(id)) path.add(id);
  const ids = [...path];
  return ids.slice(ids.indexOf(id));
}
