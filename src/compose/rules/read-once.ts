import type { Member } from '../../schema/nodes/members.ts';
import type { Field } from '../../service/fields/field.ts';
import { type FieldSetting, readField } from '../../service/fields/read-field.ts';
import { objectOf } from '../../text/json-object.ts';
import { oncePer } from '../../text/once-per.ts';

const known = new WeakMap<object, Map<string, Field>>();

/**
 * `readField` with a memory, since the same schemas are needed again and again: a menu may have thousands of members, and a deep
 * value needs all fields above it.
 */
export function readOnce(member: Member, setting: FieldSetting): Field {
  const schema = objectOf(member.schema);
  if (schema === undefined) return readField(member, setting);
  const key = JSON.stringify([member.name, member.required, setting.isTop, setting.model]);
  const fields = known.get(schema) ?? new Map<string, Field>();
  known.set(schema, fields);
  const before = fields.get(key);
  if (before !== undefined && isSameDocument(before.document, setting.document)) return before;
  const read = readField(member, setting);
  fields.set(key, read);
  return read;
}

function isSameDocument(one: Field['document'], other: Field['document']): boolean {
  return one.root === other.root && one.tools === other.tools;
}

const indexOf = oncePer((members: readonly Member[]) => {
  return new Map(members.map((member) => [member.name, member]));
});

/** The member of that name; undefined where there is none. */
export function memberNamed(
  members: readonly Member[],
  name: string | number | undefined,
): Member | undefined {
  return typeof name === 'string' ? indexOf(members).get(name) : undefined;
}
