import { spawn } from 'node:child_process';
import type { CommandContext } from '../context/context.ts';

/** Opens a file with the program that the desktop has for it, without waiting for that. Warns where it can't be opened. */
export async function openFile(
  { around: { platform }, listen }: Pick<CommandContext, 'around' | 'listen'>,
  path: string,
): Promise<void> {
  const why = await whyNotOpened(path, platform);
  if (why !== undefined) listen({ kind: 'warning', message: `${path} can't be opened: ${why}` });
}

function whyNotOpened(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const [program, ...words] = openers[platform] ?? ['xdg-open'];
  return new Promise<string | undefined>((done) => {
    const child = spawn(program, [...words, path], { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('error', (error) => done(`${program}: ${error.message}`));
    child.once('spawn', () => {
      child.unref();
      done(undefined);
    });
    // `spawn` throws some errors of the system at once, and emits the others.
  }).catch((error) => `${program}: ${error instanceof Error ? error.message : String(error)}`);
}

const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
