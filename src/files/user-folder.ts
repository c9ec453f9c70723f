import { isAbsolute } from 'node:path';
import { nodeOs } from './lazy-node.ts';

/**
 * The user's own folder: what `HOME` says, or else the system. Undefined where neither names a whole path: a container may run as a
 * user that the system has no entry of.
 */
export function userFolder(home: string | undefined): string | undefined {
  const folder = home || systemFolder();
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

function systemFolder(): string | undefined {
  try {
    return nodeOs().homedir();
  } catch {
    return undefined;
  }
}
