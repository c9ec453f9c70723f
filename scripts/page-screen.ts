import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '../test/system/fixtures/browser.ts';

const program = resolve(import.meta.dirname, '../bin/genctl.js');

/** What was made before the picture is taken. */
const made: readonly (readonly string[])[] = [
  [
    'draft',
    'a red fox trots through fresh snow, low sun behind it',
    '--takes',
    '4',
    '--seed',
    '11',
    '--duration',
    '4',
  ],
  ['finalize', '@last'],
  ['submit', 'a lighthouse at dusk', '-m', 'vendor-a/image-1', '--set', 'size=1536x1024'],
  ['submit', 'two foxes on a hill', '-m', 'vendor-a/image-1', '--set', 'size=1024x1536', '--count', '2'],
  ['submit', 'a harbour at dawn, gulls', '-m', 'vendor-b/video-2.0', '--duration', '4', '--seed', '42'],
  ['draft', 'a tram in the rain, neon in the puddles', '--takes', '2', '--seed', '21', '--duration', '4'],
];

/** Takes a picture of the page of `genctl gallery` in a browser, with two drafts ticked. */
export async function galleryPicture(path: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'genctl-screen-'));
  const run = (words: readonly string[]): string =>
    execFileSync(process.execPath, [program, ...words], {
      cwd: home,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: home,
        GENCTL_HOME: join(home, 'genctl'),
        GENCTL_SANDBOX_SPEED: 'instant',
      },
    });
  try {
    for (const words of made) {
      const account =
        words[0] === 'finalize' ? [] : ['--sandbox', ...(words.includes('-m') ? [] : ['--ratio', '16:9'])];
      run([...words, ...account, '-D', 'out', '-q']);
    }
    const url = pathToFileURL(run(['gallery', 'out']).trim()).href;
    const browser = startBrowser();
    try {
      const page = await browser.open(url, { width: 1280, height: 760 });
      await page.value('document.getElementById("card-0").focus()');
      await page.press('x', 'ArrowRight', 'x');
      await page.until(
        '[...document.querySelectorAll(".card video")].every((video) => video.readyState >= 2) && [...document.images].every((image) => image.complete)',
      );
      writeFileSync(path, await page.screenshot());
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
