import { join } from 'node:path';

/** The folders in which the sandbox keeps its state. A reset removes these and nothing else. */
export const stateFolders = [
  /** One record for each job, which never changes. */
  'jobs',
  /** How each job ended, claimed by the first process that saw its end. */
  'endings',
  /** One record for each account, and the locks beside them. */
  'accounts',
  /** One record for each callback that was asked for. */
  'callbacks',
  /** Rendered files. */
  'media',
  /** The key from which ids and links are derived. */
  'secret',
] as const;

export type StateFolder = (typeof stateFolders)[number];

export function stateFolder(folder: string, name: StateFolder): string {
  return join(folder, name);
}
