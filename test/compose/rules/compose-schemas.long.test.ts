import { describe, expect, it } from 'vitest';
import type { Composition } from '../../../src/compose/rules/composition.ts';
import { compositionFindings, withFilesAsLinks } from '../../../src/compose/rules/local-files.ts';
import { requestLine } from '../../../src/compose/rules/request-flags.ts';
import { reach } from '../../sample.ts';
import { type CorpusSchema, corpus } from '../../schema/fixtures/corpus.ts';
import { refereeOf } from '../../schema/fixtures/referee.ts';
import { compose, hurried, thorough, wandering } from './scripted-answerer.ts';

/** What an independent validator says of a composed input as it is sent; nothing where it is valid. */
function complaints({ entry }: CorpusSchema, { body }: Composition): unknown {
  return refereeOf(entry.inputSchema)(withFilesAsLinks(body, entry).input);
}

const wanderings = reach(3, 10);

/** Those with members that exclude each other. */
const exclusive = new Set(['google-imagen', 'google-veo', 'ideogram-v3', 'nova-canvas', 'openai-image-edit']);

it('sees the schemas', () => expect(corpus.length).toBeGreaterThanOrEqual(60));

describe.each(corpus)('$name', (one) => {
  it('Enter gets through to an input that is valid', () => {
    const composition = compose(one, hurried);
    expect(complaints(one, composition)).toEqual([]);
    expect(composition.body.model).toBe(one.entry.id);
  });

  it('everything that can be given makes an input that is valid, unless it contradicts itself, which is found', () => {
    const composition = compose(one, thorough());
    const found = compositionFindings(composition, {});
    if (exclusive.has(one.name)) expect(found).not.toEqual([]);
    else expect(complaints(one, composition)).toEqual([]);
  });

  it('going back and forth and changing things makes an input that is valid, or one that is found fault with', () => {
    for (let seed = 1; seed <= wanderings; seed += 1) {
      const composition = compose(one, wandering(seed));
      const found = compositionFindings(composition, {});
      if (found.length === 0)
        expect(complaints(one, composition), `seed ${seed}: ${JSON.stringify(composition.body)}`).toEqual([]);
    }
  });

  it('what was composed can be said on a command line', () => {
    const { body } = compose(one, thorough());
    expect(requestLine(body, one.entry)).toBeDefined();
  });
});
