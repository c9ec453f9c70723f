import { isAbsolute, join } from 'node:path';
import { readBySpans } from '../../files/read-span.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import type { Asked, Offer } from './offer.ts';

/** Only the beginning of a long manifest is read: a shell is waiting. Unit: bytes. */
const readMost = 256 * 1024;

/** The ids of a manifest that a list parted by commas does not have yet, each behind what is typed of it. */
export function lineIdOffers({ line, typed, workingFolder }: Asked): Offer[] {
  const file = line.find((word) => /\.(jsonl|ndjson|csv|tsv)$/i.test(word));
  if (file === undefined) return [];
  const path = isAbsolute(file) ? file : join(workingFolder(), file);
  const text = readBySpans(path, (read) => Buffer.from(read(0, readMost)).toString('utf8'));
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const ids = /\.(csv|tsv)$/i.test(file) ? idsOfCells(lines) : idsOfObjects(lines);
  const given = typed.split(',').slice(0, -1);
  return ids.filter((id) => !given.includes(id)).map((id) => ({ word: [...given, id].join(','), says: '' }));
}

function idsOfObjects(lines: readonly string[]): string[] {
  return lines.flatMap((one) => ownText(objectOf(tryReadJson(one)), 'id') ?? []);
}

/** Ids of cells that need no quotes, where no cell before them has any. */
function idsOfCells([header = '', ...lines]: readonly string[]): string[] {
  const parting = /[,;\t]/;
  const place = header.split(parting).indexOf('id');
  const isPlain = (cell = ''): cell is string => /^[\w.-]+$/.test(cell);
  return place === -1
    ? []
    : lines
        .map((one) => one.split(parting))
        .flatMap((cells) => (isPlain(cells[place]) ? [cells[place]] : []));
}
