import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { batchLines, journeyLines } from '../../../src/cli/documents/event-lines.ts';
import { schemaFileName } from '../../../src/cli/documents/names.ts';
import { jsonTopic } from '../../../src/commands/help/topics.ts';
import { piped } from '../../terminal/looks.ts';

/** Fields that every line has, and the one that the topic says of the first line alone. */
const everywhere = ['event', 'at', 'schema'];

const schemas = new URL('../../../schemas/', import.meta.url);
const topic = jsonTopic(piped, (name) => readFileSync(new URL(schemaFileName(name), schemas), 'utf8'));

describe('help json', () => {
  it.each([...Object.entries(journeyLines), ...Object.entries(batchLines)])(
    'names the event %s and each of its fields',
    (event, { shape }) => {
      const fields = Object.keys(shape).filter((field) => !everywhere.includes(field));
      const rows = topic.filter((line) => /^ {2}[a-z]/.test(line) && words(line).has(event));
      expect(rows.some((row) => fields.every((field) => words(row).has(field)))).toBe(true);
    },
  );
});

function words(line: string): Set<string> {
  return new Set(line.match(/\w+/g));
}
