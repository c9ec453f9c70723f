import { expect, it } from 'vitest';
import { type SourceText, sourceTexts } from '../../scripts/source-texts.ts';

/** A sentence has so many words at most. An expression counts as one. */
const wordsMost = 25;

/** Openers of sentences whose subject is a riddle: `Whether the submit started a job is not known`. A question may begin so. */
const riddleOpener = /^(?:What|Whether|Whatever|Whichever|Whoever|Who|Of which|Of whom)\b(?!.*\?)/;

/** Words in place of the name of what is meant. */
const riddles: readonly RegExp[] = [
  /\b(?:is|are|was|were) (?:not )?known here\b/,
  /\b(?:is|are|was|were) (?:not )?over\b/,
  /\ball the same\b/,
  /\bat hand\b/,
  /\bcan(?:'|’)t be (?:had|told)\b/,
  /\b(?:dearest|of its like|like that)\b/,
  /\bgoes? on with\b.*\bgoes? on with\b/,
  /\b(?:it|that|this|one|stdin|stderr) is none\b/,
  /\bmay be asked\b/,
  /\bmend(?:s|ed)?\b/,
  /\bno (?:such )?\w+ is (?:like|near) /i,
  /\bshall be\b/,
  /\bstands? (?:there|in|for)\b/,
  /\btells? (?:of|what|how|that)\b/,
  /\bthat is no\b/,
  /\bunlooked\b/,
  /\bwhoever\b/i,
];

/** What no person reads as words of the program: shapes of documents, the service's own words, programs of a store. */
const unread =
  /^(?:cli\/documents|service\/(?:wire\/|families\/|[\w-]+\.ts)|sandbox|queue\/store\/(?:held-write|last-use|present-workers|shared-))/;

const sentences = sourceTexts()
  .filter(({ file }) => !unread.test(file))
  .flatMap((text) => sentencesOf(text).map((sentence) => ({ file: text.file, sentence })));

/** The sentences of a text. A list of ways, parted by semicolons, is as many as it has ways. */
function sentencesOf({ pieces }: SourceText): string[] {
  const words = pieces.map((piece) => ('words' in piece ? piece.words : '⟦⟧')).join('');
  return words
    .split(/(?<=[.?!:;)])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]{2,} [a-z]{2,}/i.test(sentence));
}

const told = ({ file, sentence }: (typeof sentences)[number]): string => `${file}: ${sentence}`;

it('there are many sentences to read', () => {
  expect(sentences.length).toBeGreaterThan(2_000);
});

it('no sentence is longer than a person reads at once', () => {
  const long = sentences.filter(({ sentence }) => sentence.split(/\s+/).length > wordsMost);
  expect(long.map(told)).toEqual([]);
});

it('no sentence has a riddle for a subject', () => {
  expect(sentences.filter(({ sentence }) => riddleOpener.test(sentence)).map(told)).toEqual([]);
});

it('no sentence has a riddle for a word', () => {
  const found = sentences.filter(({ sentence }) => riddles.some((riddle) => riddle.test(sentence)));
  expect(found.map(told)).toEqual([]);
});
