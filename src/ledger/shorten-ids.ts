import { CliError } from '../errors/cli-error.ts';
import type { LedgerMeans } from './ledger-means.ts';

type ShortenPorts = Pick<LedgerMeans, 'events' | 'ledger' | 'terminal'>;

/**
 * Looks up how ids are shown on a terminal, before they are shown. Off a terminal, with `--json`, `--quiet` or `--events` nothing
 * is looked up, and ids are whole.
 */
export async function shortenIds(
  { events, ledger, terminal }: ShortenPorts,
  ids: Iterable<string>,
): Promise<void> {
  const { shortIds } = terminal;
  if (shortIds === undefined || events() !== undefined) return;
  const unknown = [...ids].filter((id) => shortIds.of(id) === id);
  if (unknown.length === 0) return;
  try {
    shortIds.learn(await (await ledger()).shortIds(unknown));
  } catch (error) {
    // A ledger that can't be read is what the command itself tells of. Whole ids are as good.
    if (!(error instanceof CliError)) throw error;
  }
}

/** Looks up how the ids in the words of an error are shown: its own job's, and all of v2, which show what they are. */
export async function shortenIdsIn(
  context: ShortenPorts,
  { hint = '', jobId, message, why = '' }: CliError,
): Promise<void> {
  const named = `${message} ${why} ${hint}`.match(/\bjob_[\w-]+/g) ?? [];
  await shortenIds(context, jobId === undefined ? named : [jobId, ...named]);
}
