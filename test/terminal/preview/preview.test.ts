import { describe, expect, it } from 'vitest';
import {
  halfBlocks,
  itermImage,
  kittyImage,
  previewMethod,
  sideBySide,
} from '../../../src/terminal/preview/inline-image.ts';
import { type Pixels, picturesOfPpm, pixelsOfPpm } from '../../../src/terminal/preview/pixels.ts';

/** Red over blue on the left, green over black on the right. */
const four: Pixels = {
  width: 2,
  height: 2,
  rgb: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]),
};

describe('half blocks', () => {
  it('have the upper pixel before the lower one, and end in no colour', () => {
    expect(halfBlocks(four, 'true')).toEqual([
      '\u001b[38;2;255;0;0;48;2;0;0;255m▀\u001b[38;2;0;255;0;48;2;0;0;0m▀\u001b[0m',
    ]);
  });

  it('are of the cube of 256 colours where there are no more', () => {
    expect(halfBlocks(four, '256')).toEqual(['\u001b[38;5;196;48;5;21m▀\u001b[38;5;46;48;5;16m▀\u001b[0m']);
  });

  it('say a colour once, and repeat the last row of an odd height', () => {
    const plain: Pixels = { width: 3, height: 1, rgb: new Uint8Array(9).fill(9) };
    expect(halfBlocks(plain, 'true')).toEqual(['\u001b[38;2;9;9;9;48;2;9;9;9m▀▀▀\u001b[0m']);
  });
});

describe('a picture by the protocol of a terminal', () => {
  it('goes to kitty in pieces of 4,096, the last of which says so', () => {
    const large: Pixels = { width: 100, height: 30, rgb: new Uint8Array(9_000) };
    const pieces = kittyImage(large, 40).split('\u001b\\').slice(0, -1);
    expect(pieces.map((piece) => /m=(\d);/.exec(piece)?.[1])).toEqual(['1', '1', '0']);
    expect(pieces[0]).toContain('a=T,f=24,s=100,v=30,c=40');
    const data = pieces.map((piece) => piece.split(';')[1]).join('');
    expect(Buffer.from(data, 'base64')).toHaveLength(9_000);
  });

  it('goes to iTerm2 as a bitmap of its pixels, bottom row first', () => {
    const data = /:([A-Za-z0-9+/=]{8,})/.exec(itermImage(four, 40))?.[1] ?? '';
    const file = Buffer.from(data, 'base64');
    expect(file.toString('latin1', 0, 2)).toBe('BM');
    expect([file.readUInt32LE(2), file.readInt32LE(18), file.readInt32LE(22)]).toEqual([file.length, 2, 2]);
    expect([...file.subarray(54, 60)]).toEqual([255, 0, 0, 0, 0, 0]);
    expect([...file.subarray(62, 68)]).toEqual([0, 0, 255, 0, 255, 0]);
  });
});

describe('how a terminal can show a picture', () => {
  const screen = { isTerminal: true, unicode: true, coloured: true };
  it.each([
    [{ TERM: 'xterm-kitty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
    [{ TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/x' }, 'blocks-256'],
    [{ TERM: 'screen', KITTY_WINDOW_ID: '1', COLORTERM: 'truecolor' }, 'blocks'],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'blocks'],
    [{ TERM: 'xterm-256color' }, 'blocks-256'],
    [{ TERM: 'dumb', KITTY_WINDOW_ID: '1' }, 'none'],
  ])('%o: %s', (environment, method) => {
    expect(previewMethod(environment, screen)).toBe(method);
  });

  it('is not at all off a terminal, without colours, and with ASCII alone', () => {
    for (const without of ['isTerminal', 'coloured', 'unicode'] as const)
      expect(previewMethod({ TERM: 'xterm' }, { ...screen, [without]: false })).toBe('none');
  });
});

describe('a frame as a decoder writes it', () => {
  it('is read with its size', () => {
    const bytes = Buffer.concat([Buffer.from('P6\n2 2\n255\n'), four.rgb]);
    const read = pixelsOfPpm(bytes);
    expect(read).toMatchObject({ width: 2, height: 2 });
    expect([...(read?.rgb ?? [])]).toEqual([...four.rgb]);
  });

  it('may have others behind it, of which a part is none', () => {
    const [two, one] = [Buffer.from('P6\n2 2\n255\n'), Buffer.from('P6 1 1 255\n')];
    const bytes = Buffer.concat([two, four.rgb, one, Buffer.from([1, 2, 3]), two, four.rgb.subarray(1)]);
    const read = picturesOfPpm(bytes);
    expect(read.map(({ height, width }) => [width, height])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(read.map(({ rgb }) => [...rgb])).toEqual([[...four.rgb], [1, 2, 3]]);
  });

  it.each(['', 'P5 2 2 255\n', 'P6 2 2 255\n', 'P6 2 2 65535\n123456789012'])(
    'is nothing where it is %j',
    (text) => {
      expect(pixelsOfPpm(Buffer.from(text))).toBeUndefined();
    },
  );
});

it('takes stand side by side as far as they fit, each over its name', () => {
  const tile = (caption: string, height: number) => ({
    caption,
    width: 4,
    lines: Array(height).fill('####'),
  });
  expect(sideBySide([tile('one', 2), tile('second', 1), tile('third', 1)], 11)).toEqual([
    '####  ####',
    '####      ',
    'one   sec…',
    '####',
    'thi…',
  ]);
});
