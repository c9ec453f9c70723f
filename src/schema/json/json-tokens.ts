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
    const kind = kindOf(text.charAt(start));
    const end =
      kind === '"' ? textEnd(text, start) : kind === '0' || kind === 'a' ? wordEnd(text, start) : start + 1;
    if (kind !== undefined) yield { kind, start, end };
    start = end;
  }
}

/** Undefined for white space. */
function kindOf(character: string): JsonToken['kind'] | undefined {
  if (' \t\n\r'.includes(character)) return undefined;
  if ('{}[],:"'.includes(character)) return character as JsonToken['kind'];
  return '-0123456789'.includes(character) ? '0' : 'a';
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
