import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faces } from './faces.ts';
import { uphill } from './uphill.ts';

/** What a room may use beside the rooms before it. */
interface Room {
  packages: readonly string[];
  /** Whether it may use Node's own modules. */
  node: boolean;
  /** Words that its sources never have. */
  never: readonly RegExp[];
}

const ending = [/\bprocess\.exit\b/, /\bprocess\.env\b/, /\bprocess\.argv\b/];
const printing = [/\bconsole\./, /\bprocess\.std(out|err)\b/];
const chance = [/\basync\b/, /\bawait\b/, /\bDate\.now\b/, /\bnew Date\(\)/, /\bMath\.random\b/];

/** Decides and reckons: no clock, no chance, nothing of the machine. */
const pure = (...packages: string[]): Room => ({ packages, node: false, never: [...ending, ...printing] });
const working = (...packages: string[]): Room => ({ packages, node: true, never: [...ending, ...printing] });

/** The rooms in their order: a room imports the rooms before it. */
const rooms: Record<string, Room> = {
  text: pure('chalk', 'get-east-asian-width'),
  errors: pure(),
  schema: pure(),
  service: pure('zod'),
  files: working('csv-parse'),
  terminal: { ...working('@inquirer/core', '@inquirer/prompts', 'cli-table3'), never: ending },
  cli: working('commander', 'zod'),
  media: working('image-size'),
  account: working('conf', 'env-paths'),
  api: working('undici'),
  ledger: working(),
  request: working('ajv-formats'),
  submit: working(),
  money: working(),
  outputs: working('aws4fetch'),
  follow: working('ora'),
  gallery: working(),
  drafts: working('@inquirer/core'),
  batch: working(),
  queue: working('bullmq', 'ioredis', 'prom-client'),
  compose: working('zod'),
  command: working(),
  doctor: working(),
  commands: working(),
  run: { ...working('commander'), never: [...ending, /\bconsole\./] },
  sandbox: working('@hono/node-server', 'hono', 'mediabunny', 'zod'),
  start: { ...working('env-paths'), never: [] },
};
const order = Object.keys(rooms);

/** What only a few rooms may know, whatever the order says. */
const forbidden: Record<string, readonly string[]> = {
  sandbox: order.filter((room) => !['text', 'errors', 'schema', 'service', 'files', 'media'].includes(room)),
};

const sourceFolder = resolve(import.meta.dirname, '../src');

interface Import {
  file: string;
  target: string;
}

const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(sourceFolder, file), 'utf8')]));
const statement =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[\w*\s{},]+?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

const imports: Import[] = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(statement)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const target = specifier.startsWith('.')
      ? relative(sourceFolder, resolve(sourceFolder, dirname(file), specifier))
      : specifier;
    return { file, target };
  }),
);

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : 'main';
}

function codeOf(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}

function packageOf(target: string): string {
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/');
}

/** Whether a file uses what its room may not: a package, or a module of Node. */
function isForeign({ file, target }: Import): boolean {
  const room = rooms[roomOf(file)];
  if (room === undefined || sources.has(target)) return false;
  if (isBuiltin(target)) return !room.node || file.includes('/rules/');
  return target.startsWith('.') ? false : !room.packages.includes(packageOf(target));
}

function runsUphill({ file, target }: Import): boolean {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!sources.has(target) || from === to || from === 'main') return false;
  return order.indexOf(to) > order.indexOf(from) || (forbidden[from] ?? []).includes(to);
}

/** The imports, of types too, that are left when those are taken away, again and again, that lead from or to the end of a way. */
function circularImports(): Import[] {
  let left = imports.filter(({ target }) => sources.has(target));
  for (;;) {
    const importing = new Set(left.map(({ file }) => file));
    const imported = new Set(left.map(({ target }) => target));
    const between = left.filter(({ file, target }) => imported.has(file) && importing.has(target));
    if (between.length === left.length) return left;
    left = between;
  }
}

const edge = ({ file, target }: Import): string => `${file} -> ${target}`;

describe('the rooms of the house', () => {
  it('sees the files and their imports', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(imports.length).toBeGreaterThan(3_000);
    expect(order.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
    expect(files.filter((file) => roomOf(file) !== 'main' && !order.includes(roomOf(file)))).toEqual([]);
  });

  it('imports rooms that come before, but for what is known to run uphill, which only becomes less', () => {
    const found = imports.filter(runsUphill).map(edge);
    const known = Object.entries(uphill).flatMap(([target, from]) =>
      from.map((file) => `${file} -> ${target}`),
    );
    expect({ new: found.filter((one) => !known.includes(one)) }).toEqual({ new: [] });
    expect({ gone: known.filter((one) => !found.includes(one)) }).toEqual({ gone: [] });
  });

  it('shows of the folders of a room what its face names', () => {
    const crossing = imports.filter(
      ({ file, target }) => sources.has(target) && roomOf(file) !== roomOf(target),
    );
    const shown = new Set(crossing.map(({ target }) => target).filter((path) => path.split('/').length > 2));
    const named = Object.entries(faces).flatMap(([folder, names]) =>
      names.map((name) => `${folder}/${name}.ts`),
    );
    expect({ new: [...shown].filter((path) => !named.includes(path)) }).toEqual({ new: [] });
    expect({ gone: named.filter((path) => !shown.has(path)) }).toEqual({ gone: [] });
  });

  it('uses the packages of each room alone, and nothing of the machine in rules', () => {
    expect(imports.filter(isForeign).map(edge)).toEqual([]);
  });

  it('has no imports in a circle, of types neither', () => {
    expect(circularImports().map(edge)).toEqual([]);
  });

  it('imports main from nowhere', () => {
    expect(imports.filter(({ target }) => target === 'main.ts')).toEqual([]);
  });

  it('keeps each room from what it must never do, and rules from clocks and chance', () => {
    const broken = [...sources].flatMap(([file, source]) => {
      const never = [...(rooms[roomOf(file)]?.never ?? []), ...(isPure(file) ? chance : [])];
      const code = codeOf(source);
      return never.filter((word) => word.test(code)).map((word) => `${file}: ${word}`);
    });
    expect(broken).toEqual([]);
  });

  it('is no deeper than a room and a folder, but for pages and data', () => {
    const deep = files.filter((file) => file.split('/').length > 3);
    expect(deep).toEqual([]);
  });

  it('has at most 12 files at the root of a room, which are its face, and 25 in a folder', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const roomy = ['text', 'errors', 'files', 'commands'];
    const crowded = [...counts].filter(([folder, count]) => count > (folder.includes('/') ? 25 : 12));
    expect(crowded.filter(([folder]) => !roomy.includes(folder))).toEqual([]);
  });

  it('has commands that declare, parse and call a room: 150 lines at most, but for their table', () => {
    const long = files.filter((file) => roomOf(file) === 'commands' && file !== 'commands/index.ts');
    expect(long.filter((file) => (sources.get(file) ?? '').split('\n').length > 151)).toEqual([]);
    expect(long.length).toBeLessThan(50);
  });

  it('reads JSON text by schema/json/read-json.ts, which no depth and no number can hurt', () => {
    const ownWay = [
      'batch/manifest/manifest-rows.ts',
      'batch/manifest/manifest.ts',
      'files/owner-mark.ts',
      'ledger/facts/facts-log.ts',
      'ledger/records/order.ts',
      'sandbox/request-body.ts',
      'sandbox/state/json-records.ts',
      'schema/json/json-flaw.ts',
      'schema/json/read-json.ts',
      'start/built-help.ts',
      'start/code-file.ts',
    ];
    const reading = [...sources].filter(([, source]) => source.includes('JSON.parse(')).map(([file]) => file);
    expect(reading.sort()).toEqual(ownWay);
  });

  it('has no drawers', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|core|lib|misc|types)(\.ts|\/)/;
    expect(files.filter((file) => drawers.test(file))).toEqual([]);
  });
});

/** Rooms and folders whose files only decide. */
function isPure(file: string): boolean {
  if (file === 'service/routes.ts' || file === 'text/look.ts') return false;
  return /\/rules\//.test(file) || ['text', 'schema', 'service'].includes(roomOf(file));
}

describe('a promise that is kept for later', () => {
  it('is in a task group, where its failure is heard at once', () => {
    const keepers = [...sources].filter(([, source]) => /\bSet<Promise\b|\bPromise<void>\[\]/.test(source));
    expect(keepers.map(([file]) => file)).toEqual(['files/task-group.ts']);
  });
});

describe('an event', () => {
  const union = sources.get('ledger/events.ts') ?? '';
  const kinds = [...union.matchAll(/kind: '([\w-]+)'/g)].map(([, kind]) => kind ?? '');
  const code = [...sources]
    .filter(([file]) => file !== 'ledger/events.ts')
    .map(([, source]) => source)
    .join('\n');

  it('is emitted by someone, and shown by someone', () => {
    expect(kinds.length).toBeGreaterThan(8);
    const unsaid = kinds.filter((kind) => !new RegExp(`listen\\(\\s*\\{\\s*kind: '${kind}'`).test(code));
    const unseen = kinds.filter((kind) => !new RegExp(`(case|kind ===) '${kind}'`).test(code));
    expect({ unsaid, unseen }).toEqual({ unsaid: [], unseen: [] });
  });
});
