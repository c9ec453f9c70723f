import { objectOf, ownValue } from '../text/json-object.ts';
import { plainName } from '../text/nearest-name.ts';
import { nodesOf, type SchemaNode, typesOf } from './document.ts';

import type { SchemaField } from './input-field.ts';
import { fitsSchema } from './judge.ts';
import { possibleNodes, type SchemaWalk, startWalk } from './nodes/nodes.ts';

export type LinkMedium = 'image' | 'video' | 'audio';

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

/** How a field takes links: one or a list of them, each as a string or inside an object. */
export interface LinkShape {
  isList: boolean;
  /** The member that holds the link; undefined for links that are strings. */
  member: string | undefined;
}

/** Members of an object that hold its link. */
const linkMembers = ['url', 'uri', 'link', 'href', 'src', 'image_url', 'video_url', 'audio_url'];

/** Tells whether an object holds its link under a member of that name. */
export function isLinkMember(name: string): boolean {
  return linkMembers.some((member) => plainName(member) === plainName(name));
}

/** How a field takes links; undefined where it takes none. A list is preferred to a single link, and a string to an object. */
export function linkShapeOf(field: SchemaField, root: SchemaNode): LinkShape | undefined {
  const walk = startWalk(root);
  const lists = field.nodes.flatMap((node) =>
    isList(node) ? [nodesOf([ownValue(node, 'items')]).flatMap((items) => possibleNodes(items, walk))] : [],
  );
  const items = lists.flat();
  if (lists.some((nodes) => nodes.length === 0) || items.some(takesText)) return shape(true, undefined);
  if (isSilent(field.nodes) || field.nodes.some(takesText)) return shape(false, undefined);
  const inList = holdingMember(items, walk);
  const kinds = field.nodes.map((node) => ownValue(node, 'items')).filter((one) => one !== undefined);
  const isWhole = (held: unknown) => kinds.some((kind) => fitsSchema(held, kind, { root }));
  if (inList !== undefined && isWhole({ [inList]: anyLink })) return shape(true, inList);
  const alone = holdingMember(field.nodes, walk);
  return alone === undefined || !field.fits({ [alone]: anyLink }) ? undefined : shape(false, alone);
}

/** Stands in for a link, to try whether an object with nothing but a link fits its schema. */
const anyLink = 'https://example.com/a.png';

/** A link in the form that the field takes. */
export function shapedLink(url: string, { member }: LinkShape): unknown {
  return member === undefined ? url : { [member]: url };
}

function shape(isListed: boolean, member: string | undefined): LinkShape {
  return { isList: isListed, member };
}

function isList(node: SchemaNode): boolean {
  return typesOf(node).includes('array') || (typesOf(node).length === 0 && Object.hasOwn(node, 'items'));
}

/** Tells whether a node takes any text, not one of a few listed ones. */
function takesText(node: SchemaNode): boolean {
  return typesOf(node).includes('string') && !Object.hasOwn(node, 'enum') && !Object.hasOwn(node, 'const');
}

/** Tells whether no node says what kind of value it takes, so that a link may be right. */
function isSilent(nodes: readonly SchemaNode[]): boolean {
  const kinds = ['type', 'enum', 'const', 'items', 'properties', 'anyOf', 'oneOf', 'allOf', '$ref'];
  return nodes.every((node) => !kinds.some((keyword) => Object.hasOwn(node, keyword)));
}

/** The member that holds an object's link, where the object requires no other member. */
function holdingMember(nodes: readonly SchemaNode[], walk: SchemaWalk): string | undefined {
  for (const node of nodes) {
    const properties = Object.entries(objectOf(ownValue(node, 'properties')) ?? {});
    const required: unknown = ownValue(node, 'required') ?? [];
    const found = linkMembers
      .map((wanted) => properties.find(([name]) => plainName(name) === plainName(wanted)))
      .find((member) => member !== undefined && isText(member[1], walk));
    const [name] = found ?? [];
    if (name !== undefined && Array.isArray(required) && required.every((one) => one === name)) return name;
  }
  return undefined;
}

function isText(value: unknown, walk: SchemaWalk): boolean {
  return nodesOf([value]).some((node) => {
    const nodes = possibleNodes(node, walk);
    return isSilent(nodes) || nodes.some(takesText);
  });
}
