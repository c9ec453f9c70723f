import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonFolder, fileWord, linkFrom, pagePlace } from '../../src/gallery/page-place.ts';
import { jsonForHtml, writePage } from '../../src/gallery/write-gallery.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const mark = '<meta name="generator" content="genctl gallery">';

describe('items in the text of a page', () => {
  it('are the same JSON, and no letter of them is markup or hides another', () => {
    const value = { prompt: '</script><!-- <img onerror=x> & \u2028 \u202e "quoted" \\ \0' };
    const text = jsonForHtml(value);
    expect(text).not.toMatch(/[<>&\u2028\u202e\0]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('where a page goes', () => {
  const folderOf = (...paths: (string | null)[]) => commonFolder(paths.map((path) => ({ path })));
  const placeOf = (output?: string) => pagePlace('/home/mia/film', output, '/m');

  it('is the nearest folder that has all of its files', () => {
    expect(folderOf('/m/out/a.png', '/m/out/b.png')).toBe('/m/out');
    expect(folderOf('/m/out/a.png', '/m/outer/b.png', null)).toBe('/m');
    expect(folderOf('/a/1.png', '/b/1.png')).toBe('/');
    expect(folderOf(null)).toBeUndefined();
  });

  it('is that folder, or the file that is named', () => {
    expect(placeOf()).toBe('/m/gallery.html');
    expect(placeOf('takes.htm')).toBe('/home/mia/film/takes.htm');
    expect(() => placeOf('takes.txt')).toThrow('--output does not take "takes.txt"');
  });
});

describe('the link of a page to a file', () => {
  it.each([
    ['/m/out/a b#1%.png', 'a%20b%231%25.png'],
    ['/m/out/deep/ü.png', 'deep/%C3%BC.png'],
    ['/m/other/a.png', '../other/a.png'],
    ['/m/out/javascript:alert(1).png', 'javascript%3Aalert(1).png'],
    ['/m/out/\ud800.png', null],
  ])('%s is %s', (path, link) => expect(linkFrom('/m/out/gallery.html', path)).toBe(link));

  it('leads in a command from the folder of the page', () => {
    expect(fileWord('/m/out/gallery.html', '/m/out/-a.png')).toBe('./-a.png');
    expect(fileWord('/m/out/gallery.html', '/m/b.png')).toBe('../b.png');
  });
});

describe('writing a page', () => {
  const how = { overwrite: false, nowMs: 0 };

  it('replaces an earlier page, and nothing else unless that is asked for', () => {
    const path = join(temporaryFolder('genctl-page-'), 'gallery.html');
    writePage(path, `${mark} one`, how);
    writePage(path, `${mark} two`, how);
    expect(readFileSync(path, 'utf8')).toBe(`${mark} two`);
    writeFileSync(path, `my own ${'.'.repeat(2000)} ${mark}`);
    expect(() => writePage(path, mark, how)).toThrow("the page can't be");
    expect(readFileSync(path, 'utf8')).toContain('my own');
    writePage(path, mark, { ...how, overwrite: true });
    expect(readFileSync(path, 'utf8')).toBe(mark);
  });

  it('never goes through a link, nor into the place of a folder', () => {
    const folder = temporaryFolder('genctl-page-');
    writeFileSync(join(folder, 'theirs.html'), mark);
    symlinkSync(join(folder, 'theirs.html'), join(folder, 'gallery.html'));
    expect(() => writePage(join(folder, 'gallery.html'), 'x', how)).toThrow("the page can't be");
    mkdirSync(join(folder, 'folder.html'));
    expect(() => writePage(join(folder, 'folder.html'), 'x', how)).toThrow("the page can't be");
    expect(readFileSync(join(folder, 'theirs.html'), 'utf8')).toBe(mark);
  });

  it('says that the folder is not there', () => {
    const path = join(temporaryFolder('genctl-page-'), 'none', 'gallery.html');
    expect(() => writePage(path, 'x', how)).toThrow(
      expect.objectContaining({ code: 'page_unwritable', exit: 'machine' }),
    );
  });
});
