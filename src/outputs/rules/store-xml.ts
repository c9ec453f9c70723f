/** An element of an answer: its name without a namespace, the text in it, and the elements in it. */
export interface XmlElement {
  name: string;
  text: string;
  children: readonly XmlElement[];
}

/** Answers of stores are three elements deep; more is no answer of one. */
const depthMost = 16;
/** A page of a list has a thousand entries of some elements each. */
const elementsMost = 200_000;
const token =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/!?]+)([\s/][^<>]*)?>|([^<]+)/gy;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Open {
  name: string;
  text: string;
  children: XmlElement[];
}

/**
 * Reads the XML of an answer. Undefined for anything that is not one whole element: a page, a text that was cut, a document type
 * (which no store sends, and which could define entities).
 */
export function readXml(text: string): XmlElement | undefined {
  const root: Open = { name: '', text: '', children: [] };
  const open: Open[] = [root];
  let end = 0;
  let count = 0;
  for (const match of text
    .replace(/^\uFEFF/, '')
    .trim()
    .matchAll(token)) {
    const [whole, cdata, closing, name, rest, plain] = match;
    end = match.index + whole.length;
    const inner = open.at(-1);
    if (inner === undefined || open.length > depthMost) return undefined;
    if (plain !== undefined || cdata !== undefined) inner.text += cdata ?? unescaped(plain ?? '');
    else if (name !== undefined && closing === '/') {
      if (inner.name !== localName(name) || open.length === 1) return undefined;
      open.pop();
    } else if (name !== undefined) {
      const element: Open = { name: localName(name), text: '', children: [] };
      inner.children.push(element);
      count += 1;
      if (count > elementsMost) return undefined;
      if (rest?.endsWith('/') !== true) open.push(element);
    }
  }
  const isWhole = end === text.replace(/^\uFEFF/, '').trim().length && open.length === 1;
  return isWhole && root.children.length === 1 && root.text.trim() === '' ? root.children[0] : undefined;
}

/** The element that a path of names leads to; undefined where there is none. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce((at, name) => at?.children.find((child) => child.name === name), element);
}

/** The text of that element. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return elementAt(element, ...path)?.text;
}

/** The elements of a name that stand directly in another one. */
export function elementsOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Text as it stands between tags. */
export function escapedXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescaped(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
