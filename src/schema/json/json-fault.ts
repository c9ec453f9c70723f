const blank = /[ \t\n\r]*/y;
// A pattern with properties of Unicode takes as long to make as a file to read, and most texts are JSON.
const scalarPattern = (): RegExp =>
  /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/**
 * Says where a text stops being JSON: line, column and byte, all from 1. Undefined where the text is JSON. The engine's own
 * message is not used, because it quotes the text, and a settings file holds a key.
 */
export function describeJsonFault(text: string): string | undefined {
  const offset = faultOffset(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const byte = Buffer.byteLength(before) + 1;
  const what = offset >= text.length ? 'the text ends too early' : 'no JSON';
  return `${what} at line ${line}, column ${column} (byte ${byte})`;
}

/** The part that the reader expects next. `after`: whatever may follow a value. */
type Expected = 'value' | 'first item' | 'first name' | 'name' | 'after';

/**
 * Offset of the first character that can't stand where it does. It keeps a stack instead of calling itself, so no nesting is
 * too deep for it.
 */
function faultOffset(text: string): number | undefined {
  const scalar = scalarPattern();
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = skip(blank, text, 0);
  while (at < text.length || expected !== 'after' || open.length > 0) {
    const character = text[at] ?? '';
    const inside = open.at(-1);
    if (expected === 'after') {
      if (character === ',' && inside !== undefined) expected = inside === '{' ? 'name' : 'value';
      else if (character !== '' && character === closing(inside)) open.pop();
      else return at;
      at += 1;
    } else if (closes(character, expected)) {
      open.pop();
      expected = 'after';
      at += 1;
    } else if (expected === 'name' || expected === 'first name') {
      const colon = skip(blank, text, skip(scalar, text, at));
      if (character !== '"' || colon === at) return at;
      if (text[colon] !== ':') return colon;
      expected = 'value';
      at = colon + 1;
    } else if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'first name' : 'first item';
      at += 1;
    } else {
      const end = skip(scalar, text, at);
      if (end === at) return at;
      expected = 'after';
      at = end;
    }
    at = skip(blank, text, at);
  }
  return undefined;
}

function closing(inside: '{' | '[' | undefined): string {
  return inside === '{' ? '}' : inside === '[' ? ']' : '';
}

function closes(character: string, expected: Expected): boolean {
  return (expected === 'first item' && character === ']') || (expected === 'first name' && character === '}');
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
