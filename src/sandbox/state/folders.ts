import { join } from 'node:path';

/** Everything the sandbox keeps under its folder, by what it holds. A reset removes these and nothing else. */
export const stateFolders = {
  /** One frozen record a job. */
  jobs: 'jobs',
  /** How a job ended, claimed by whoever saw it first. */
  endings: 'endings',
  /** One balance an account, and the locks beside them. */
  accounts: 'accounts',
  /** One record a callback that was asked for. */
  callbacks: 'callbacks',
  /** Rendered files. */
  media: 'media',
  /** What ids and links are derived from. */
  secret: 'secret',
} as const;

export function stateFolder(folder: string, name: keyof typeof stateFolders): string {
  return join(folder, stateFolders[name]);
}
