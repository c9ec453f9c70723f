import { ownValue } from '../../../rules/json/json-object.ts';
import type { SchemaDocument, SchemaNode } from '../../../rules/schema/document.ts';
import { listedValues } from '../../../rules/schema/limits.ts';
import { membersOf } from '../../../rules/schema/members.ts';
import { plainNode } from '../../../rules/schema/plain-node.ts';

/** The name of a kind: the only value that its `type`, or another member, may have, or else its title. */
export function kindName(kind: SchemaNode, document: SchemaDocument): { name: string; property: string } {
  const members = membersOf(kind, document);
  for (const { name, schema } of members) {
    const values = listedValues(plainNode(schema, document));
    if (values?.length === 1 && typeof values[0] === 'string') return { name: values[0], property: name };
  }
  const title = ownValue(kind, 'title');
  if (typeof title === 'string') return { name: title, property: '' };
  const needed = members.filter(({ required }) => required).map(({ name }) => name);
  return { name: needed.length === 0 ? 'a kind' : `with ${needed.join(', ')}`, property: '' };
}
