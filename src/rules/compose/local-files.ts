import { familyOf } from '../../contract/families/index.ts';
import { objectOf, ownValue } from '../json-object.ts';

/** What stands in a request for a file of this machine while it is held against a schema. */
const placeholder = 'https://example.com/';

/** Whether a text is a link rather than a path: it begins with a scheme. A letter alone is a drive. */
export function isLink(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** Whether a field of the input may name a file of this machine: those that media flags fill. */
export function takesFiles(model: string, name: string): boolean {
  const fields = Object.values(familyOf(model)?.mediaFields ?? {});
  return fields.some((candidates) => candidates.includes(name));
}

/** The body with a link where it names files of this machine: what it will be held against is what is sent. */
export function withFilesAsLinks(body: Record<string, unknown>): Record<string, unknown> {
  const input = objectOf(ownValue(body, 'input'));
  if (input === undefined) return body;
  const model = typeof body.model === 'string' ? body.model : '';
  const members = Object.entries(input).map(([name, value]) => {
    if (name === 'content' && Array.isArray(value)) return [name, value.map(partAsLink)];
    return [name, takesFiles(model, name) ? asLink(value) : value];
  });
  return { ...body, input: Object.fromEntries(members) };
}

function partAsLink(value: unknown): unknown {
  const part = objectOf(value);
  const type = ownValue(part, 'type');
  const media = typeof type === 'string' ? objectOf(ownValue(part, type)) : undefined;
  if (media === undefined || typeof type !== 'string' || typeof media.url !== 'string') return value;
  return { ...part, [type]: { ...media, url: asLink(media.url) } };
}

function asLink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asLink);
  return typeof value !== 'string' || value === '' || isLink(value)
    ? value
    : `${placeholder}${encodeURIComponent(value.split('/').at(-1) ?? '')}`;
}
