import { join } from 'node:path';

/** The folders in which the sandbox keeps its state. A reset removes these and nothing else. */
export const stateFolders = {
  /** One record for each job, which never changes. */
  jobs: 'jobs',
  /** How each job ended, claimed by the first process that saw its end. */
  endings: 'endings',
  /** One record for each account, and the locks beside them. */
  accounts: 'accounts',
  /** One record for each callback that was asked for. */
  callbacks: 'callbacks',
  /** Rendered files. */
  media: 'media',
  /** The key from which ids and links are derived. */
  secret: 'secret',
} as const;

export function stateFolder(folder: string, name: keyof typeof stateFolders): string {
  return join(folder, stateFolders[name]);
}
