import { describe, expect, it } from 'vitest';
import { focused, galleries, studio, view } from './fixtures/gallery.ts';

const openGallery = galleries();

describe('the keys of the page of genctl gallery', () => {
  it('stand in its help, and do in each view what the help says', async () => {
    const { path } = await studio();
    const page = await openGallery(path, { width: 700, height: 800 });
    const place = 'document.activeElement.id';
    await page.value('document.getElementById("card-0").focus()');
    const help = `Object.fromEntries([...document.querySelectorAll('#help dd')].map((says) =>
      [says.textContent, [...says.previousElementSibling.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')]))`;
    expect(await page.value(help)).toMatchObject({
      'the one before, the one after': '← h → l',
      'in the grid, a row up, a row down': '↑ k ↓ j',
      'play or pause': 'Space',
      'back to the grid': 'g Esc',
    });
    const columns = await page.value<number>(
      `getComputedStyle(document.getElementById('cards')).gridTemplateColumns.split(' ').length`,
    );
    expect(columns).toBeLessThan(5);
    await page.press('j');
    expect(await page.value(place)).toBe(`card-${columns}`);
    await page.press('k', 'l');
    expect(await page.value(place)).toBe('card-1');
    const passed = `window.passed = []; document.addEventListener('keydown', ({ key, defaultPrevented }) => defaultPrevented || window.passed.push(key))`;
    await page.value(passed);
    await page.press('Enter');
    const shown = await page.value(focused);
    await page.press('ArrowDown', 'j', 'ArrowUp', 'k', 's');
    expect([await page.value(view), await page.value(focused)]).toEqual(['one', shown]);
    expect(await page.value('window.passed')).toEqual(['ArrowDown', 'j', 'ArrowUp', 'k', 's']);
    await page.press('h');
    expect(await page.value(focused)).not.toBe(shown);
  });
});
