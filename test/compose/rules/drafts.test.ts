import { describe, expect, it } from 'vitest';
import { draftOffers, withDraftReason } from '../../../src/compose/rules/drafts.ts';
import { askedMembers, fieldAt, inputPlace } from '../../../src/compose/rules/fields-at.ts';
import { compositionFindings, unsentFiles } from '../../../src/compose/rules/local-files.ts';
import { inheritedWords } from '../../../src/service/body/inherited-request.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begin } from './any-model.ts';

const { entry } = corpusSchema('content-parts');
const cast = new Map([['fox', ['/art/fox.png']]]);
const models = [{ ...entry, id: 'vendor-b/video-2.5' }];
const words = { type: 'text', text: '{fox} runs' };
const draft = { type: 'draft_task', draft_task: { id: 'job_1' } };
const fox = { type: 'image_url', image_url: { url: '@fox' }, role: 'reference_image' };

function composed(input: Record<string, unknown>) {
  return begin(models, { body: { model: 'vendor-b/video-2.5', input }, facts: { cast } });
}

/** Each offer by its words, with the input that it leads to. */
function offered(input: Record<string, unknown>) {
  return draftOffers(composed(input)).map(({ detail, mends, name, to }) => ({
    says: `${name}: ${detail}`,
    mends,
    input: to.body.input,
  }));
}

describe('a draft beside words and references', () => {
  const input = { content: [words, draft, fox], seed: 8, watermark: true };

  it('has one reason, whatever the parts are', () => {
    const made = composed(input);
    const found = [...compositionFindings(made, {}), ...unsentFiles(made, [])];
    expect(found.length).toBeGreaterThan(1);
    const told = withDraftReason(found, made).filter(({ rule }) => rule !== 'schema-unknown-field');
    expect(told.map(({ message }) => message)).toEqual([
      `a final takes its ${inheritedWords} from its draft; this one has the words, image 1 and --seed of its own`,
    ]);
  });

  it('becomes the draft alone, or a request without it', () => {
    expect(offered(input)).toEqual([
      {
        says: 'keep the draft alone: without the words, image 1 and --seed',
        mends: true,
        input: { content: [draft], watermark: true },
      },
      {
        says: 'drop the draft: no final, but a request of its own',
        mends: true,
        input: { content: [words, fox], seed: 8, watermark: true },
      },
    ]);
    expect(offered({ content: [draft] })).toEqual([]);
  });
});

describe('the options', () => {
  const names = ['draft', 'duration', 'ratio', 'resolution', 'seed', 'watermark'];
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  const model = { ...entry, id: 'vendor-b/video-2.5', inputSchema: { properties } };
  function asked(input: Record<string, unknown>) {
    const made = begin([model], { body: { model: model.id, input } });
    const field = fieldAt(inputPlace, made);
    return field && askedMembers(inputPlace, field, made).map(({ name }) => name);
  }

  it('of a final are those that its draft has not, and what it has of its own', () => {
    expect(asked({ content: [draft] })).toEqual(['watermark']);
    expect(asked({ content: [draft], seed: 8 })).toEqual(['seed', 'watermark']);
  });

  it('of a draft leave out the resolution, which the service sets', () => {
    expect(asked({ content: [words], draft: true })).toEqual(names.filter((name) => name !== 'resolution'));
    expect(asked({ content: [words] })).toEqual(names);
  });
});

describe('a request of a model with drafts', () => {
  it('becomes a draft, which sets its own resolution, and one in full again', () => {
    const [first] = offered({ content: [words], resolution: '720p' });
    expect(first).toMatchObject({ mends: false, input: { content: [words], draft: true } });
    expect(first?.input).not.toHaveProperty('resolution');
    expect(offered({ content: [words], draft: true })).toMatchObject([{ input: { content: [words] } }]);
  });

  it('is offered none where the model has none', () => {
    const body = { model: 'vendor-b/video-2.0', input: { content: [words] } };
    expect(draftOffers(begin([], { body }))).toEqual([]);
  });
});
