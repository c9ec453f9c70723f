import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldKey } from '../upgrade/old-home.ts';
import { type Ground, homeOf } from './ground.ts';
import type { History } from './history.ts';

/** The program of an account that prints its key of the moment. */
export interface KeyProgram {
  /** As a profile has it. */
  command: readonly string[];
  /** Has it print a key that ends later, once the last one has ended. */
  renew(): void;
}

/** The account of machines that have a key program. */
export const profileOfProgram = 'px';

/** The program of a history; undefined if its variables name a key that stays. */
export function createKeyProgram(
  root: string,
  { keyLifeMs }: Pick<History, 'keyLifeMs'>,
  nowMs: () => number,
): KeyProgram | undefined {
  if (keyLifeMs === undefined) return undefined;
  const path = join(root, 'key');
  const renew = (): void => {
    writeFileSync(path, `${oldKey}.ends-${((nowMs() + keyLifeMs) / 1000).toFixed(3)}\n`);
  };
  renew();
  return { command: ['cat', path], renew };
}

/** Tells whether the key of a request has ended. */
export function hasEndedKey(authorization: string | undefined, nowMs: number): boolean {
  const endsAt = /\.ends-([\d.]+)$/.exec(authorization ?? '')?.[1];
  return endsAt !== undefined && Number(endsAt) * 1000 <= nowMs;
}

/** Has a machine know the account by its program, as a login would. */
export function knowProgram(
  ground: Pick<Ground, 'root' | 'service'>,
  home: number,
  command: readonly string[],
): void {
  const folder = homeOf(ground, home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const profile = { base_url: ground.service.baseUrl, credential_command: command };
  const config = {
    settings: {},
    profiles: { [profileOfProgram]: profile },
    default_profile: profileOfProgram,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config), { mode: 0o600 });
}
