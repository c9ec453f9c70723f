import { homePlaces } from '../../store/home.ts';
import type { CommandContext } from './context.ts';

/** Where the embedded service keeps its state. */
export async function sandboxFolder({ home }: Pick<CommandContext, 'home'>): Promise<string> {
  return homePlaces(await home()).sandbox;
}
