import { ownValue } from '../json/json-object.ts';
import type { SchemaNode } from './document.ts';
import type { LinkMedium } from './field.ts';

const linkFormats = new Set(['uri', 'url', 'binary', 'data-url']);
const linkName = /(^|[_-])(url|uri|link)s?$/i;
/** Names that mean media and nothing else, with or without a word that says which. */
const mediaName =
  /^((input|init|start|end|first|last|reference|ref|source|control|mask|style|target)[_-])*(image|frame|picture|photo|mask|video|clip|audio|sound|voice)s?([_-](url|uri|path|file))?s?$/i;

const mediums: readonly (readonly [LinkMedium, RegExp])[] = [
  ['image', /image|frame|picture|photo|mask/i],
  ['video', /video|clip/i],
  ['audio', /audio|sound|voice|song|music|speech/i],
];

/** The medium that a string field links to: undefined for a link to anything, `no` for a field that is no link. */
export function linkMedium(name: string, node: SchemaNode): LinkMedium | undefined | 'no' {
  const format = ownValue(node, 'format');
  const isLink = (typeof format === 'string' && linkFormats.has(format)) || linkName.test(name);
  if (!isLink && !(format === undefined && !Object.hasOwn(node, 'pattern') && mediaName.test(name)))
    return 'no';
  if (/callback|webhook/i.test(name)) return 'no';
  return mediums.find(([, pattern]) => pattern.test(name))?.[0];
}
