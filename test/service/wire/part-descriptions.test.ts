import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { partDescriptions } from '../../../src/service/wire/part-descriptions.ts';
import {
  audioPartSchema,
  draftTaskPartSchema,
  imagePartSchema,
  textPartSchema,
  videoPartSchema,
} from '../../../src/service/wire/video-input.ts';

const parts = {
  text: textPartSchema,
  image: imagePartSchema,
  video: videoPartSchema,
  audio: audioPartSchema,
  draft: draftTaskPartSchema,
};

it.each(Object.entries(parts))('the %s part is described as its schema has it', (name, part) => {
  const { $schema: _, ...schema } = z.toJSONSchema(part, {
    override({ jsonSchema }) {
      for (const key of ['additionalProperties', 'x-section', 'x-unit']) delete jsonSchema[key];
    },
  });
  expect(partDescriptions[name as keyof typeof parts]).toEqual(schema);
});
