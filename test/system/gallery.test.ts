import { copyFileSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderClip } from '../../src/sandbox/media/render.ts';
import { sample } from '../sample.ts';
import { typeLine } from '../transcripts/fixtures/type-line.ts';
import { newHome } from '../transcripts/genctl.ts';
import { focused, galleries, hostile, studio, view, wide } from './fixtures/gallery.ts';

const command = 'document.getElementById("tray-line").value';
const openGallery = galleries();
/** For tests that read it alone. */
let made: ReturnType<typeof studio> | undefined;
const sharedStudio = () => (made ??= studio());

describe('the page of genctl gallery in a browser', () => {
  it('is worked by the keyboard alone, and what is ticked is a line that does it', async () => {
    const { home, path, run } = await studio();
    const page = await openGallery(path);
    await page.press('Tab');
    expect(await page.value('document.activeElement.id')).toBe('filter-text');
    await page.press('Escape');
    expect(await page.value('document.activeElement.id')).toBe('card-0');
    await page.press('/', 'f', 'o', 'x', 'Escape');
    expect(await page.value('document.getElementById("count").textContent')).toBe('4 of 5');
    expect(await page.value(focused)).toContain('a red fox, final');
    await page.press('ArrowRight', 'x', 'ArrowRight', 'x', 'End');
    expect(await page.value(focused)).toContain('a red fox, draft, has a final');
    await page.press('Home', 'Enter');
    expect([await page.value(view), await page.value(focused)]).toEqual([
      'one',
      expect.stringContaining('final'),
    ]);
    await page.press('ArrowRight', 'x', 'x', 'c');
    expect(await page.value(view)).toBe('two');
    await page.press('s', 'ArrowRight', 'g', '?');
    expect(await page.value('document.getElementById("help").open')).toBe(true);
    await page.press('Escape', 'y');
    const ids = /^genctl finalize (job_\w+) (job_\w+)$/
      .exec(await page.value<string>('window.copied'))
      ?.slice(1);
    expect(ids).toHaveLength(2);
    expect(await page.value('document.getElementById("tray-says").textContent')).toMatch(
      /^2 ticked: 2 finals, about \$/,
    );
    const typed = await typeLine(home, await page.value<string>('window.copied'));
    expect(typed.code, typed.stderr).toBe(0);
    const made = JSON.parse((await run(['jobs', '--limit', '2', '--json'])).stdout) as {
      items: { draft_of: string }[];
    };
    expect(made.items.map(({ draft_of }) => draft_of).sort()).toEqual(ids?.sort());
    expect(page.complaints).toEqual([]);
  });

  it('plays two clips in step: they start, seek and stop together', async () => {
    const { path } = await sharedStudio();
    const page = await openGallery(path);
    await page.value('document.getElementById("card-1").focus()');
    await page.press('c', ' ');
    const times = `[...document.querySelectorAll('[data-alone] video')].map((video) => video.currentTime)`;
    await page.until(`${times}.length === 2 && ${times}.every((time) => time > 0.5)`);
    const apart = `(async () => {
      const found = [];
      for (let look = 0; look < 20; look += 1) {
        await new Promise((done) => setTimeout(done, 50));
        const [one, other] = ${times};
        found.push(Math.abs(one - other));
      }
      // A machine with other work may hold one of them up for a moment.
      return found.sort((one, other) => one - other)[found.length / 2];
    })()`;
    expect(await page.value<number>(apart)).toBeLessThan(0.15);
    await page.press(' ');
    const [one, other] = await page.value<number[]>(times);
    expect(one).toBeCloseTo(other ?? 0, 2);
    expect(
      await page.value(`[...document.querySelectorAll('[data-alone] video')].every((video) => video.paused)`),
    ).toBe(true);
    await page.value(
      `(() => { const seek = document.getElementById('seek'); seek.value = '500'; seek.dispatchEvent(new Event('input', { bubbles: true })); })()`,
    );
    await page.until(`${times}.every((time) => Math.abs(time - 2) < 0.01)`);
    await page.press('.');
    expect((await page.value<number[]>(times)).map((time) => time.toFixed(2))).toEqual(['2.04', '2.04']);
    await page.press(' ');
    await page.until(
      `document.getElementById('play').textContent === 'Play' && ${times}.every((time) => time > 3.9)`,
    );
  });

  it('is worked by pointer as well: steps, and the side that is touched is the one they move', async () => {
    const { path } = await sharedStudio();
    const page = await openGallery(path);
    const click = (selector: string) => page.value(`document.querySelector('${selector}').click()`);
    const sides = `[...document.querySelectorAll('[data-alone]')].map((side) => side.getAttribute('aria-label').split(',')[1].trim())`;
    const [left, right] = [0, 1].map((place) => `[data-alone][style*="order: ${place}"]`);
    await click('#card-1');
    expect([await page.value(view), await page.value(sides)]).toEqual(['one', ['final']]);
    await click('[data-act=right]');
    expect(await page.value(sides)).toEqual(['draft']);
    await click('[data-act=two]');
    await page.value(`document.querySelector('${right} a').focus()`);
    expect(await page.value(`document.activeElement.tagName`)).toBe('A');
    await click('[data-act=left]');
    expect(await page.value(`document.querySelector('${right}').getAttribute('aria-current')`)).toBe('true');
    // It steps over the one that the other side shows.
    expect(await page.value(sides)).toEqual(['final', 'draft']);
    await click(`${left} .tick input`);
    expect(await page.value(command)).toMatch(/^genctl finalize job_\w+$/);
    await click('[data-act=grid]');
    await click('[data-act=untick]');
    expect(await page.value('document.getElementById("tray").hidden')).toBe(true);
  });

  it('shows every text as text, and reaches nothing but the files beside it', async () => {
    const { path } = await sharedStudio();
    const page = await openGallery(path);
    await page.until(`document.querySelector('.card img')?.complete`);
    const shown = await page.value<string>('document.querySelector(".card .prompt").textContent');
    expect(shown).toBe(hostile.replace('\u202e', String.raw`\u{202e}`));
    await page.press('Enter', 'c', 'ArrowRight', ' ', 'Escape');
    expect(await page.value('window.hacked')).toBeUndefined();
    const folder = pathToFileURL(path).href.replace(/[^/]*$/, '');
    expect(page.requests.filter((url) => !url.startsWith(folder))).toEqual([]);
    expect(page.requests.length).toBeGreaterThan(3);
    expect(page.complaints).toEqual([]);
    await page.value(`fetch('https://example.com/').catch(() => {})`);
    await page.value(
      `document.body.append(Object.assign(new Image(), { src: 'https://example.com/a.png' }))`,
    );
    await page.until(`true`);
    expect(page.complaints.join('\n')).toMatch(/Content Security Policy/);
  });

  it.each(sample([360, 700, 1239], () => 'a width'))('fits a window %i wide, in each view', async (width) => {
    const { path } = await sharedStudio();
    const page = await openGallery(path, { width, height: 700 });
    await page.value('document.getElementById("card-0").focus()');
    for (const keys of [['x'], ['Enter'], ['c'], ['Escape']]) {
      await page.press(...keys);
      expect(await page.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.value('document.getElementById("filter-more").click()');
    expect(await page.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(
      await page.value('document.getElementById("filter-cost").getBoundingClientRect().right'),
    ).toBeLessThanOrEqual(width);
  });

  it('keeps what is ticked where the page is opened again, also where it was written anew', async () => {
    const { path, run } = await studio();
    const page = await openGallery(path);
    await page.value('document.getElementById("card-2").focus()');
    await page.press('x');
    const line = await page.value<string>(command);
    await run(['gallery', 'out']);
    await page.value('location.reload()');
    await page.until(`document.querySelector('.card') && ${command} === ${JSON.stringify(line)}`);
  });

  it('works where a browser keeps nothing for a file and has no clipboard for it', async () => {
    const { path } = await sharedStudio();
    const poor = `
      Object.defineProperty(window, 'localStorage', { get() { throw new Error('not for a file'); } });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;`;
    const page = await openGallery(path, wide, poor);
    await page.value('document.getElementById("card-2").focus()');
    await page.press('x', 'y');
    await page.until(`document.getElementById('tray-copy').textContent.startsWith('Selected')`);
    expect(await page.value('getSelection().toString()')).toBe(await page.value(command));
    expect(page.complaints).toEqual([]);
  });
});

describe('a thousand shots', () => {
  it('are there at once, and no more clips are open than are near what is seen', async () => {
    const { home, run } = newHome();
    await run(['draft', 'a fox', '--duration', '4', '--sandbox', '-q', '-D', 'one']);
    const [clip = ''] = readdirSync(join(home, 'one')).filter((name) => name.endsWith('.mp4'));
    mkdirSync(join(home, 'many'));
    // As small as a clip goes: a browser decodes each that is near what is seen.
    const small = { width: 64, height: 64, seconds: 1, container: 'mp4', sound: false } as const;
    const caption = { seed: 1, prompt: 'a fox', jobId: 'job_1', model: 'vendor-b/video-2.5' };
    writeFileSync(join(home, 'small.mp4'), await renderClip({ ...caption, ...small }));
    for (let place = 0; place < 1000; place += 1)
      linkSync(
        join(home, place === 0 ? `one/${clip}` : 'small.mp4'),
        join(home, 'many', `shot-${String(place).padStart(4, '0')}-x.mp4`),
      );
    copyFileSync(join(home, 'one', `${clip}.json`), join(home, 'many', 'shot-0000-x.mp4.json'));
    const page = await openGallery((await run(['gallery', 'many'])).stdout.trim());
    expect(await page.value('document.querySelectorAll(".card").length')).toBe(1000);
    const paint = `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))`;
    expect(await page.value<number>(paint)).toBeLessThan(3000);
    const open = 'document.querySelectorAll("video").length';
    await page.until(`${open} > 4`);
    expect(await page.value<number>(open)).toBeLessThan(75);
    for (const share of [0.25, 0.5, 1]) {
      await page.value(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      await page.until(
        `[...document.querySelectorAll('video')].some((video) => { const { top } = video.getBoundingClientRect(); return top >= 0 && top < innerHeight && video.readyState >= 1; })`,
      );
      expect(await page.value<number>(open)).toBeLessThan(75);
    }
    await page.press('/', '0', '9', '9', '9');
    expect(await page.value('document.getElementById("count").textContent')).toBe('1 of 1000');
    expect(page.complaints).toEqual([]);
  });
});
