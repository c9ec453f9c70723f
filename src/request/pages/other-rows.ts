import { listedValues } from '../../schema/limits.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { mediaRoles } from '../../service/video-values.ts';
import { partDescriptions } from '../../service/wire/video-input-description.ts';
import type { MediaOffer } from './model-offer.ts';
import { type SchemaRow, schemaTable } from './schema-rows.ts';

/** A row of the table of parameters, and what it is called there. */
export interface OtherRow {
  row: SchemaRow;
  name: string;
}

/**
 * The rows of a schema that the lines about the prompt and media do not stand for. Where something unknown is inside one of
 * their fields, the field is shown with that alone.
 */
export function otherRows(rows: readonly SchemaRow[], { offer }: { offer: MediaOffer }): OtherRow[] {
  return groupsOf(rows).flatMap(([first, ...inside]) => {
    if (first === undefined) return [];
    const isTold = first.place === 'field' && toldFields(offer).includes(first.name);
    if (!isTold) return [first, ...inside].map((row) => ({ row, name: row.name }));
    const isParts = offer.prompt?.field === 'content' && first.name === 'content';
    const left = inside.filter((row) => (isParts ? !isKnownPart(row) : !isLinkMember(row.name)));
    if (left.length === 0) return [];
    return [
      { row: first, name: first.name },
      ...left.map((row) => ({ row, name: isParts ? row.path : row.name })),
    ];
  });
}

function toldFields({ media, prompt }: MediaOffer): string[] {
  return [...(prompt === undefined ? [] : [prompt.field]), ...media.flatMap(({ field }) => field ?? [])];
}

/** Each field or kind of the input, with what stands inside it. */
function groupsOf(rows: readonly SchemaRow[]): SchemaRow[][] {
  const groups: SchemaRow[][] = [];
  for (const row of rows) {
    if (row.place === 'inner') groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Tells whether the flags for media write a member of a content part. @see service document §2.7 */
function isKnownPart({ name, node, path }: SchemaRow): boolean {
  const { named, bare } = knownParts();
  if (name === 'role' && (listedValues(node) ?? []).some((role) => !mediaRoles.some((one) => one === role)))
    return false;
  return named.has(path) || bare.has(path);
}

/** The paths of all members of parts, each below its kind, and as they are where a schema tells no kinds apart. */
function knownParts(): { named: ReadonlySet<string>; bare: ReadonlySet<string> } {
  const content = { type: 'array', items: { oneOf: Object.values(partDescriptions) } };
  const named = schemaTable({ properties: { content } }).fields.map(({ path }) => path);
  const bare = named.map((path) => path.replace(/^content\[\w+\]\./, 'content[].'));
  return { named: new Set(named), bare: new Set([...bare, 'content[].type']) };
}
