import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opened, placeOf, run } from './fixtures/open-journal.ts';

/** The files that this process has open; only Linux tells. */
function openFiles(): string[] {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return [];
  // The listing is open itself, and gone by then.
  return readdirSync(folder).flatMap((name) =>
    existsSync(join(folder, name)) ? [readlinkSync(join(folder, name))] : [],
  );
}

it.each([1, 2])(
  'a journal leaves no file open where it is closed as its run begins (told %i times)',
  async (begins) => {
    const place = placeOf();
    const journal = await opened(place);
    const beginning = Promise.allSettled(Array.from({ length: begins }, () => journal.begin(run)));
    await journal.close();
    await beginning;
    expect(openFiles()).not.toContain(place.path);
  },
);
