import { spawnSync } from 'node:child_process';
import { errorCode } from '../../errors/error-code.ts';
import type { InterruptSignal } from '../../errors/interrupted-error.ts';

/** A process that leads a group, and all that it started. */
export interface ProcessGroup {
  /** Sends the signal to all of them, gives them a moment to end, and kills those that are left. */
  end(signal: InterruptSignal): Promise<void>;
  /** Kills all of them at once. */
  kill(): void;
}

/** How long they have to end after the signal: the whole program has two seconds. Unit: ms. */
const graceMs = 1_000;
/** Time between two looks whether any of them is left. Unit: ms. */
const lookMs = 20;

interface GroupSurroundings {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  clock: { sleep(ms: number): Promise<void> };
}

/** The group that a process leads. Windows has no groups and no signals: there its tree of processes is killed. */
export function processGroupOf(
  pid: number,
  { clock, environment, platform }: GroupSurroundings,
): ProcessGroup {
  if (platform === 'win32') {
    const kill = (): void => {
      spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], {
        env: environment,
        stdio: 'ignore',
        windowsHide: true,
      });
    };
    return { kill, end: async () => kill() };
  }
  /** Returns false where none of them is left. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      // On macOS EPERM stands for a group whose last process has ended and was not waited for yet.
      if (errorCode(error) === 'ESRCH' || errorCode(error) === 'EPERM') return false;
      throw error;
    }
  };
  return {
    kill: () => void send('SIGKILL'),
    async end(signal) {
      send(signal);
      for (let waitedMs = 0; waitedMs < graceMs && send(0); waitedMs += lookMs) await clock.sleep(lookMs);
      send('SIGKILL');
    },
  };
}
