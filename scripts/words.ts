/** Prints every sentence that genctl can print, by room and file: to be read aloud. `npm run words`, `npm run words -- batch`. */
import { sourceTexts } from './source-texts.ts';

const [room] = process.argv.slice(2);
/** Shapes of documents, and words of the service. */
const unread = /^(?:cli\/documents|sandbox|service\/wire)\//;

const lines: string[] = [];
let current = '';
for (const { file, pieces } of sourceTexts()) {
  if (unread.test(file) || (room !== undefined && !file.startsWith(`${room}/`))) continue;
  const text = pieces.map((piece) => ('words' in piece ? piece.words : `‹${piece.expression}›`)).join('');
  if (!/[a-z]{2,} [a-z]{2,}/i.test(text)) continue;
  if (file !== current) lines.push('', file);
  current = file;
  lines.push(...text.split('\n').map((line) => `  ${line}`));
}
process.stdout.write(`${lines.join('\n').trimStart()}\n`);
