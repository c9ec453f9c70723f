import { CliError } from '../../errors/cli-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { bareId, signsLeast } from './output-name.ts';

/** How ids stand in the names of files: the shortest beginning that no other job of the ledger has, without the prefix of v2. */
export interface IdBeginnings {
  /** Looks several up together, which reads the ledger once. */
  learn(ids: Iterable<string>): Promise<void>;
  of(id: string): Promise<string>;
}

export function createIdBeginnings(ledger: () => Promise<Pick<Ledger, 'beginnings'>>): IdBeginnings {
  const known = new Map<string, string>();
  async function learn(ids: Iterable<string>): Promise<void> {
    const unknown = [...ids].filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    let found: ReadonlyMap<string, string> = new Map();
    try {
      found = await (await ledger()).beginnings(unknown, signsLeast);
    } catch (error) {
      // A ledger that can't be read is what the command itself tells of. Whole ids are as good.
      if (!(error instanceof CliError)) throw error;
    }
    for (const id of unknown) known.set(id, bareId(found.get(id) ?? id));
  }
  return {
    learn,
    async of(id) {
      await learn([id]);
      return known.get(id) ?? bareId(id);
    },
  };
}
