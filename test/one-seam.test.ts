import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiVersions, type RequestRoute, requestRoutes } from '../src/service/request-route.ts';

const source = join(import.meta.dirname, '..', 'src');
const routeNames = Object.keys(requestRoutes) as RequestRoute[];

/** Files that compare with such a word, and why they may. */
const exceptions: Record<string, string> = {
  'request/rules/choose-route.ts': 'reads what --api says',
  'follow/find-jobs.ts': 'reads what --api says of a job that is not known here',
  'sandbox/reset.ts': 'asks for a folder of that name',
  'run/mend/word-steps.ts': 'asks for the command of that name',
};

const word = `(['"])(?:${[...apiVersions, ...routeNames].join('|')})\\1`;
const comparison = new RegExp(
  [
    `[!=]==?\\s*${word}`,
    `${word.replace('\\1', '\\2')}\\s*[!=]==?`,
    `\\bcase\\s+${word.replace('\\1', '\\3')}\\s*:`,
  ]
    .concat(`\\.(?:includes|has|startsWith)\\(${word.replace('\\1', '\\4')}\\)`)
    .join('|'),
);

function comparisonsIn(text: string): string[] {
  return text.split('\n').filter((line) => comparison.test(line));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

/** What differs from way to way is a column of `requestRoutes`, or a table of the ways. */
describe('a way to ask for a rendering', () => {
  it.each([
    "if (route === 'jobs') return;",
    'if ("v1" !== api)',
    "const isOld = api == 'v1';",
    "case 'spicy':",
    "ways.includes('refs')",
  ])('is seen to be told by its name in: %s', (line) => {
    expect(comparisonsIn(line)).toEqual([line]);
  });

  it.each(["const route = 'jobs';", "{ jobs: 'v2' }", "name === 'job'", 'requestRoutes[route].api === api'])(
    'is not told by its name in: %s',
    (line) => {
      expect(comparisonsIn(line)).toEqual([]);
    },
  );

  it('is told by its columns, and nowhere by its name', () => {
    const found = files.filter((file) => comparisonsIn(readFileSync(join(source, file), 'utf8')).length > 0);
    expect(files.length).toBeGreaterThan(500);
    expect(found.sort()).toEqual(Object.keys(exceptions).sort());
  });
});
