import { join } from 'node:path';
import type { History } from './history.ts';
import type { SearchService } from './service.ts';
import type { Timeline } from './timeline.ts';

/** The folders of a history. */
export interface Ground {
  root: string;
  history: History;
  service: SearchService;
  timeline: Timeline;
}

/** The home folder of a machine. */
export const homeOf = ({ root }: Pick<Ground, 'root'>, home: number): string =>
  join(root, `home-${home}`, 'genctl');

/** The working folder of a machine. */
export function workOf({ root, history }: Pick<Ground, 'root' | 'history'>, home: number): string {
  return join(root, history.shared ? 'work' : `work-${home}`);
}
