/** A pattern with properties of Unicode takes as long to make as a file to read. It is made where a text is not as plain as most are. */
const plain = /^[\n\x20-\x7e]*$/;

/**
 * Characters that steer a terminal or hide in a text: C0 but tab and newline, DEL, C1, and every format character
 * (bidi controls, zero-width ones, invisible tags), the line separators and halves of surrogate pairs.
 */
const steering = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The character that joins two pictures into one emoji; harmless there, invisible anywhere else. */
const emojiJoiner = (): RegExp =>
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})/gu;

/** Tells whether a text has characters, besides line ends, that would move the cursor, or be invisible, where it is shown. */
export function isSteering(text: string): boolean {
  return !plain.test(text) && steering().test(text.replaceAll('\n', ''));
}

/**
 * Makes text of the service safe to print. All of it passes through here on its way to a terminal. Characters that could move
 * the cursor, colour, retitle or reorder are spelled out (`\x1b`, `\u{202e}`). Newlines stay, tabs become a space.
 */
export function safeText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => line.split(emojiJoiner()).map(spellOut).join('\u200D'))
    .join('\n');
}

/** The codes that this program paints by: bold, dim, four colours, and back. Nothing here hides a text or moves the cursor. */
const ownPaints = new RegExp(`(${'\u001b'}\\[(?:1|2|22|31|32|33|36|39)m)`);

/**
 * Makes a whole output safe, whoever wrote what is in it. Tabs and newlines stay, and, where the stream is painted, this
 * program's own paints.
 */
export function safeOutput(text: string, { isPainted }: { isPainted: boolean }): string {
  if (plain.test(text)) return text;
  const pieces = isPainted ? text.split(ownPaints) : [text];
  return pieces
    .map((piece, place) => (place % 2 === 1 ? piece : piece.split('\t').map(safeText).join('\t')))
    .join('');
}

/** As `safeText`, on one line: newlines become spaces. */
export function safeLine(text: string): string {
  return safeText(text).replaceAll('\n', ' ');
}

/**
 * Makes a line that is being edited safe: each steering character is drawn as `\uFFFD`, one for each of its UTF-16 units, so
 * that the cursor stays where readline believes it to be.
 */
export function safeUnits(text: string): string {
  return text
    .split(emojiJoiner())
    .map((part) => part.replaceAll(steering(), (character) => '\uFFFD'.repeat(character.length)))
    .join('\u200D');
}

/**
 * Writes the same characters inside a JSON text as `\uXXXX`, so that it keeps its meaning and is safe to show. The white
 * space between its tokens stays.
 */
export function escapeJsonControls(jsonText: string): string {
  if (plain.test(jsonText)) return jsonText;
  return jsonText.replaceAll(steering(), (character) =>
    character === '\n' || character === '\t' || character === '\r' ? character : unitEscapes(character),
  );
}

function spellOut(text: string): string {
  return text.replaceAll(steering(), (character) => {
    const point = character.codePointAt(0) ?? 0;
    const digits = point.toString(16);
    return point <= 0xff && point !== 0xad ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
  });
}

/** A character as JSON spells it: one escape a UTF-16 unit. */
function unitEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
