import type { ParentState } from '../rules/parent-state.ts';

/** The known facts of the lines that others wait for, by the ids of the lines. `Target` is what is known of their requests. */
export interface ParentBook<Target> {
  note(id: string, state: ParentState): void;
  noteTarget(id: string, target: Target): void;
  stateOf(id: string): ParentState | undefined;
  targetOf(id: string): Target | undefined;
  /** Resolves once something was noted of a line. */
  noted(id: string): Promise<void>;
}

export function createParentBook<Target>(): ParentBook<Target> {
  const states = new Map<string, ParentState>();
  const targets = new Map<string, Target>();
  const awaited = new Map<string, (() => void)[]>();
  return {
    note(id, state) {
      states.set(id, state);
      for (const resolve of awaited.get(id) ?? []) resolve();
      awaited.delete(id);
    },
    noteTarget: (id, target) => void targets.set(id, target),
    stateOf: (id) => states.get(id),
    targetOf: (id) => targets.get(id),
    noted(id) {
      if (states.has(id)) return Promise.resolve();
      return new Promise((resolve) => awaited.set(id, [...(awaited.get(id) ?? []), resolve]));
    },
  };
}
