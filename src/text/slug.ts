import { charactersOf } from './characters.ts';
import { redact } from './redaction.ts';

/** A slug is read at a glance. Unit: characters as a person counts them. */
const charactersMost = 40;
/** A name of a file has room for two slugs of any script. Unit: UTF-8 bytes. */
const bytesMost = 100;

const separator = '-';
/** Characters within a word that are no part of its letters: an apostrophe, and characters that are not seen. */
const unseen = /['’ʼ]|\p{Default_Ignorable_Code_Point}/gu;
/** A link is no word, and its query may give access by itself: names of files are seen by others. */
const link = /\b[a-z][a-z\d+.-]*:[\\/]{2}\S*/gi;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The first words of a text as a part of a file's name: letters and digits of any script, in lower case and composed (NFC), joined
 * by `-`. Links and what looks like a key are left out. Words are whole, unless the first one alone is too long. Undefined for a text without a letter or a digit.
 */
export function slugOf(text: string): string | undefined {
  // Nobody counts on the end of 100,000 characters, and a character has at most four bytes.
  const words = redact(text.slice(0, 100 * bytesMost))
    .replace(link, ' ')
    .replace(unseen, '')
    .toLowerCase()
    .normalize('NFC')
    .match(word);
  const [first, ...others] = words ?? [];
  if (first === undefined) return undefined;
  let slug = cutWord(first);
  for (const next of slug === first ? others : []) {
    const longer = `${slug}${separator}${next}`;
    if (!fits(longer)) break;
    slug = longer;
  }
  return slug === '' ? undefined : slug;
}

function cutWord(text: string): string {
  let kept = '';
  for (const character of charactersOf(text)) {
    if (!fits(kept + character)) break;
    kept += character;
  }
  return kept;
}

function fits(slug: string): boolean {
  return Buffer.byteLength(slug) <= bytesMost && charactersOf(slug).length <= charactersMost;
}
