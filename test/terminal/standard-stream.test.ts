import { execFileSync } from 'node:child_process';
import { closeSync, constants, createReadStream, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { columnsOf, DirectStream } from '../../src/terminal/standard-stream.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** More than a pipe takes while nobody reads. */
const long = Array.from({ length: 40_000 }, (_, line) => `line ${line} ✓\n`).join('');

function newPipe(): string {
  const path = join(temporaryFolder('genctl-pipe-'), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

/** Opens a pipe for both, so that nobody waits for the other end. */
function openPipe(path: string, flags = 0): number {
  return openSync(path, constants.O_RDWR | flags);
}

function nodeStream(descriptor: number): Socket {
  return new Socket({ fd: descriptor, readable: false, writable: true });
}

function neverOpened(): Socket {
  throw new Error('What takes everything at once needs no stream of Node');
}

function written(stream: DirectStream, words: string): Promise<Error | null | undefined> {
  return new Promise((resolve) => {
    stream.write(words, resolve);
  });
}

/** As much of what comes out of a pipe as a text is long. */
function readAs(path: string, wanted: string): Promise<string> {
  return text(createReadStream(path, { end: Buffer.byteLength(wanted) - 1 }));
}

describe('a standard stream', () => {
  it('that is a file has each text at once, in the order of writing', () => {
    const path = join(temporaryFolder('genctl-file-'), 'out');
    const file = openSync(path, 'w');
    const stream = new DirectStream(file, neverOpened);
    for (const words of ['one ✓\n', long, 'three\n']) stream.write(words);
    expect(readFileSync(path, 'utf8')).toBe(`one ✓\n${long}three\n`);
    closeSync(file);
  });

  it('that is a pipe which takes no more than it has room for, and says so, gets the rest as it is read', async () => {
    const path = newPipe();
    const pipe = openPipe(path, constants.O_NONBLOCK);
    const stream = new DirectStream(pipe, () => nodeStream(pipe));
    const done = Promise.all([written(stream, long), written(stream, 'the end\n')]);
    const wanted = `${long}the end\n`;
    expect(await readAs(path, wanted)).toBe(wanted);
    await done;
  });

  it('waits for no reader once it goes through the loop', async () => {
    const path = newPipe();
    const pipe = openPipe(path);
    const stream = new DirectStream(pipe, () => nodeStream(pipe));
    expect(await written(stream, 'first\n')).toBeUndefined();
    stream.goThroughLoop();
    // Nobody reads yet: written at once, this would never come back.
    const done = written(stream, long);
    const wanted = `first\n${long}`;
    expect(await readAs(path, wanted)).toBe(wanted);
    await done;
  });

  it('tells that its reader has gone away', async () => {
    const path = newPipe();
    const both = openPipe(path);
    const pipe = openSync(path, constants.O_WRONLY);
    closeSync(both);
    expect(await written(new DirectStream(pipe, neverOpened), 'x')).toMatchObject({ code: 'EPIPE' });
    closeSync(pipe);
  });

  it('has the usual width where it tells none', () => {
    expect([{}, { columns: 0 }, { columns: 132 }].map(columnsOf)).toEqual([80, 80, 132]);
  });
});
