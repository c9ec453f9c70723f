import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../../src/service/model.ts';
import { pageLines } from '../request/pages/page-lines.ts';
import { look, piped } from '../terminal/looks.ts';

function model(inputSchema: unknown, parts: Partial<ModelEntry> = {}): ModelEntry {
  const facts = { id: 'maker/clip', medium: 'video', runtimeSeconds: 1800, maxOutputCount: 1 };
  return { ...facts, inputSchema: inputSchema as ModelEntry['inputSchema'], ...parts };
}

describe('what a live schema says', () => {
  const schema = {
    required: ['prompt', 'style'],
    properties: {
      prompt: { type: 'string', maxLength: 2000 },
      style: { enum: ['oil', 'ink'] },
      aspect_ratio: { enum: ['16:9', '2:3'], default: '2:3' },
      camera: {
        type: 'object',
        properties: { pan: { type: 'number', minimum: 0, maximum: 1 }, lens: { type: 'string' } },
        required: ['lens'],
      },
      pictures: { type: 'array', items: { type: 'string', format: 'uri' }, maxItems: 4 },
      reference_images: { type: 'array', items: { type: 'string' }, maxItems: 4 },
      mask: { type: 'string', format: 'uri' },
      size: { type: 'string' },
    },
    dependentRequired: { mask: ['reference_images'] },
    not: { required: ['size', 'aspect_ratio'] },
  };

  it('is shown under --set where no flag stands for it, with what stands inside', () => {
    expect(pageLines(model(schema), piped).slice(3, -3)).toEqual(
      [
        '  a prompt of up to 2,000 characters; up to 4 pictures (reference_images): --ref-image',
        '',
        '  --set style=…  oil, ink; needed',
        '  --ratio  16:9, 2:3; default 2:3; sets aspect_ratio; not with size',
        '  --set camera=…  JSON',
        '    pan  0–1',
        '    lens  text; needed',
        '  --set pictures=…  a list of URL, at most 4 items',
        '  --set mask=…  URL; needs reference_images',
        '  --set size=…  text; not with aspect_ratio',
      ].map((line) => expect.stringMatching(loosely(line))),
    );
    expect(pageLines(model(schema), piped).at(-2)).toContain('-m maker/clip --set style=VALUE');
  });

  it('wins where it is wider than the document', () => {
    const wider = {
      properties: {
        content: {
          type: 'array',
          items: {
            oneOf: [
              { properties: { type: { const: 'text' }, text: { type: 'string' } } },
              {
                properties: {
                  type: { const: 'image_url' },
                  image_url: {},
                  role: { enum: ['reference_image', 'style_image'] },
                },
              },
              { properties: { type: { const: 'mesh_url' }, mesh_url: { type: 'string' } } },
            ],
          },
        },
        resolution: { enum: ['480p', '1440p'] },
        duration: { type: 'integer', minimum: 4, maximum: 60 },
        orbit: { type: 'boolean', default: true },
      },
    };
    const page = pageLines(model(wider, { id: 'vendor-b/video-2.5' }), piped)
      .join('\n')
      .replaceAll(/ {2,}/g, ' ');
    for (const shown of ['--resolution 480p, 1440p', '--duration 4–60 s', '--set orbit=… true or false'])
      expect(page).toContain(shown);
    for (const unknown of [
      'content[image_url].role reference_image, style_image',
      'content[mesh_url]',
      'mesh_url text',
    ])
      expect(page).toContain(unknown);
    expect(page).not.toContain('--ref-video');
  });

  it('never stops the page, and cannot steer the terminal', () => {
    const circle: Record<string, unknown> = {};
    circle.properties = { again: circle, items: { items: circle } };
    const wild = [
      circle,
      { properties: { a: null, b: 7, d: { type: {}, enum: 'x', items: 3, oneOf: [null, 'y'] } } },
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"enum":[1]}}}'),
      {
        required: ['\x1b[2J'],
        properties: {
          '\x1b[2J': { type: '\x07', enum: ['\x9b'], default: '\u202e', description: 'a\nb\r' },
          duration: { type: 'integer', 'x-unit': '\x1b[0m' },
          reference_images: { type: 'array', items: { type: 'string' }, title: '\x1b' },
        },
        dependentRequired: { duration: ['\x1b]0;x\x07'] },
      },
    ];
    for (const schemaOrNot of wild)
      for (const each of [look(), piped]) {
        const lines = pageLines(model(schemaOrNot, { id: 'm\x1b[31m', medium: 'v\x07' }), each);
        expect(lines.length).toBeLessThan(700);
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
  });
});

/** A line, however its columns are padded. */
function loosely(line: string): RegExp {
  const words = line
    .trim()
    .split(/ {2,}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^ *${words.join(' {2,}')}$`);
}
