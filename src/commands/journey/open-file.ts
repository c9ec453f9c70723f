import { spawn } from 'node:child_process';

/** Opens a file with what the desktop has for it, and waits for nothing. Resolves with why it could not, if so. */
export function openFile(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const [program, ...words] = openers[platform] ?? ['xdg-open'];
  return new Promise<string | undefined>((done) => {
    const child = spawn(program, [...words, path], { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('error', (error) => done(`${program}: ${error.message}`));
    child.once('spawn', () => {
      child.unref();
      done(undefined);
    });
    // Some errors of the system are thrown at once.
  }).catch((error) => `${program}: ${error instanceof Error ? error.message : String(error)}`);
}

type Opener = readonly [program: string, ...words: string[]];

const openers: Partial<Record<NodeJS.Platform, Opener>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
