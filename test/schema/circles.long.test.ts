import { describe, expect, it } from 'vitest';
import { schemaTable } from '../../src/request/pages/schema-rows.ts';
import { firstProblem } from '../../src/schema/judge.ts';
import { membersOf } from '../../src/schema/nodes/members.ts';
import { plainNode } from '../../src/schema/plain-node.ts';
import { inputSchemaFindings } from '../../src/service/checks/findings.ts';
import { readField } from '../../src/service/fields/read-field.ts';

const ways = 20;

/** Definitions, each of which leads to each: more ways round than could ever be walked. */
function circles(keyword: string): Record<string, unknown> {
  const all = {
    [keyword]: Array.from({ length: ways }, (_, place) => ({ $ref: `#/$defs/d${place}` })),
  };
  const definitions = Array.from({ length: ways }, (_, place) => [
    `d${place}`,
    { ...all, properties: { [`p${place}`]: { ...all, items: all } } },
  ]);
  return {
    properties: { prompt: { type: 'string' }, x: all, y: { type: 'array', items: all } },
    $defs: Object.fromEntries(definitions),
  };
}

describe.each(['allOf', 'anyOf', 'oneOf'])(
  'a schema whose %s goes in circles many ways at once',
  (keyword) => {
    const schema = circles(keyword);
    const input = { prompt: 'x', x: { p1: [{ p2: 1 }] }, y: [{ p3: { p4: 1 } }] };

    it('is shown as a table', () => {
      expect(schemaTable(schema).fields.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['prompt', 'x', 'y']),
      );
    });

    it('is asked for, member by member', () => {
      const members = membersOf(plainNode(schema, { root: schema }), { root: schema });
      const fields = members.map((member) =>
        readField(member, { document: { root: schema }, model: 'm', isTop: true }),
      );
      expect(fields.map(({ name }) => name)).toEqual(['prompt', 'x', 'y']);
    });

    it('has an input held against it', () => {
      expect(inputSchemaFindings({ ...input, prompt: 7 }, { root: schema })).not.toEqual([]);
      expect(firstProblem({ ...input, prompt: 7 }, schema, { root: schema })?.place).toEqual(['prompt']);
    });
  },
);
