/** A token of a JSON text, by its kind and its place in the text. */
export interface JsonToken {
  /** `{ } [ ] , :` as themselves, `"` for a text, `0` for a number, `a` for true, false and null. */
  kind: '{' | '}' | '[' | ']' | ',' | ':' | '"' | '0' | 'a';
  start: number;
  end: number;
}

const rest = /[^\s,:\]}]*/y;

/** The tokens of a valid JSON text, one after another. It does not recurse and keeps nothing, so no text is too deep or too long. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (let start = 0; start < text.length; ) {
    const kind = kindOf(text.charCodeAt(start));
    const end = kind === '"' ? textEnd(text, start) : isLong(kind) ? wordEnd(text, start) : start + 1;
    if (kind !== undefined) yield { kind, start, end };
    start = end;
  }
}

function isLong(kind: JsonToken['kind'] | undefined): boolean {
  return kind === '0' || kind === 'a';
}

/** Undefined for white space. */
function kindOf(code: number): JsonToken['kind'] | undefined {
  switch (code) {
    case 0x20:
    case 0x09:
    case 0x0a:
    case 0x0d:
      return undefined;
    case 0x7b:
      return '{';
    case 0x7d:
      return '}';
    case 0x5b:
      return '[';
    case 0x5d:
      return ']';
    case 0x2c:
      return ',';
    case 0x3a:
      return ':';
    case 0x22:
      return '"';
    default:
      return code === 0x2d || (code >= 0x30 && code <= 0x39) ? '0' : 'a';
  }
}

/** Jumps from quote to quote, since a string may be a whole picture in base64. */
function textEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function wordEnd(text: string, start: number): number {
  rest.lastIndex = start;
  return Math.max(start + 1, start + (rest.exec(text)?.[0].length ?? 0));
}
