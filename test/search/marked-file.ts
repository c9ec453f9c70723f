import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { fileExtension, type RenderFile } from '../../src/sandbox/links/output-file.ts';
import { renderClip } from '../../src/sandbox/media/render.ts';
import { renderPicture } from '../sandbox/media/fixtures/render-still.ts';

const caption = { seed: 1, prompt: '', jobId: '', model: '' };
const clip = { width: 64, height: 64, seconds: 1, sound: false, ...caption };
const bases = {
  png: Buffer.from(renderPicture({ width: 64, height: 64, index: 0, ...caption })),
  mp4: Buffer.from(await renderClip({ ...clip, container: 'mp4' })),
  mov: Buffer.from(await renderClip({ ...clip, container: 'mov' })),
};
/** Length, type and checksum of the last chunk of a PNG, which is empty. */
const pngEndBytes = 12;

/** A small file of a kind, whole by the rules of that kind, in which a word stands. */
export function markedFile(kind: keyof typeof bases, word: string): Buffer {
  const base = bases[kind];
  if (kind !== 'png') return Buffer.concat([base, box('free', word)]);
  const end = base.length - pngEndBytes;
  return Buffer.concat([base.subarray(0, end), chunk(`mark\0${word}`), base.subarray(end)]);
}

/** Puts a small marked file in the place of the one that the sandbox would render, which takes a hundred times as long. */
export const renderMarked: RenderFile = async (path, file) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, markedFile(fileExtension(file), `${file.record.id}-${file.position}.`));
};

function box(type: string, word: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + word.length);
  return Buffer.concat([length, Buffer.from(type + word, 'latin1')]);
}

function chunk(text: string): Buffer {
  const body = Buffer.from(`tEXt${text}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
