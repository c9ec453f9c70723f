import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';

/** Less is left alone: a container may have 64 MB there. Unit: bytes. */
const freeLeast = 2 ** 30;

/** Gives the tests a temporary folder in memory where there is room: most of their time on a disk is its flushes. TMPDIR decides otherwise. */
export default function useMemory(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined;
  const folder = mkdtempSync(`${memory}/genctl-tests-`);
  // Tests that act as another user have to get through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= freeLeast;
  } catch {
    return false;
  }
}
