import type { openSubmits } from './open-submits.ts';

/** How many submits have no answer, of those that a list of jobs tells of. Most homes have none, and load nothing for it. */
export async function unsettledOf(
  context: Parameters<typeof openSubmits>[0],
  command: 'jobs' | 'costs',
): Promise<number> {
  if ((await (await context.ledger()).unsettledCount()) === 0) return 0;
  const { openSubmits } = await import('./open-submits.ts');
  const { old, unreadable, young } = await openSubmits(context, command);
  return old + unreadable + young;
}
