/**
 * Prints how many lines of code a folder has, by room: without comments, blanks and imports; then its functions of more than 60 of
 * these lines, those within them counted along. `npm run count`, `npm run count -- test`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const [folder = 'src'] = process.argv.slice(2);
const rooms = new Map<string, { lines: number; files: number }>();
const functionMost = 60;
const long: string[] = [];

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.ts')) continue;
  const [room = ''] = name.includes(sep) ? name.split(sep) : ['.'];
  const text = readFileSync(join(folder, name), 'utf8');
  // The format puts the end of a function at the margin.
  for (const [body, called] of text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^}$/gm))
    if (codeLines(body) > functionMost) long.push(`${codeLines(body)}\t${name} ${called}\n`);
  for (const place of [room, 'all']) {
    const counted = rooms.get(place) ?? { lines: 0, files: 0 };
    counted.lines += codeLines(text);
    counted.files += 1;
    rooms.set(place, counted);
  }
}
const rows = [...rooms].sort(([, one], [, other]) => other.lines - one.lines);
process.stdout.write(
  rows.map(([room, { lines, files }]) => `${room}\t${lines} lines\t${files} files\n`).join('') +
    `functions over ${functionMost} lines\t${long.length}\n${long.sort().reverse().join('')}`,
);

function codeLines(text: string): number {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^import[\s\S]*?;\n/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
}
