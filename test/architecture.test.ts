import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What a floor may import: other floors, packages, and whether Node's own modules. */
interface Floor {
  floors: string[];
  /** Single files of other floors that may be imported. */
  files?: string[];
  /** Files of other floors that may be imported as types only. */
  typesOf?: string[];
  packages: string[];
  node: 'no' | 'types' | 'yes';
  /** Words that must not stand in its sources. */
  never: RegExp[];
}

const domain = ['contract', 'errors', 'rules'];
const ending = [/\bprocess\.exit\b/, /\bprocess\.env\b/, /\bprocess\.argv\b/];
const printing = [/\bconsole\./, /\bprocess\.std(out|err)\b/];

/** The floors, lowest first; imports run downhill. */
const floors: Record<string, Floor> = {
  contract: {
    floors: [],
    packages: ['zod'],
    node: 'no',
    never: [...ending, ...printing, /\bDate\.now\b/, /\bMath\.random\b/],
  },
  errors: { floors: ['contract'], packages: [], node: 'no', never: [...ending, ...printing] },
  rules: {
    floors: ['contract', 'errors'],
    packages: [],
    node: 'no',
    never: [...ending, ...printing, /\basync\b/, /\bDate\.now\b/, /\bnew Date\(\)/, /\bMath\.random\b/],
  },
  files: { floors: ['errors'], packages: [], node: 'yes', never: [...ending, ...printing] },
  client: {
    floors: [...domain, 'files'],
    packages: ['aws4fetch', 'undici'],
    node: 'yes',
    never: [...ending, ...printing],
  },
  store: {
    floors: [...domain, 'files'],
    packages: ['conf', 'csv-parse', 'env-paths'],
    node: 'yes',
    never: [...ending, ...printing, /\bfetch\(/, /node:https?\b/],
  },
  references: {
    floors: [...domain, 'files'],
    files: [
      'api/content-range.ts',
      'api/transport/exchange.ts',
      'api/trouble/reach-words.ts',
      'api/transport/traffic.ts',
    ],
    typesOf: ['api/transport/clock.ts'],
    packages: ['mediabunny', 'image-size'],
    node: 'yes',
    never: [...ending, ...printing],
  },
  flows: {
    floors: [...domain, 'client', 'files', 'store'],
    packages: [],
    node: 'types',
    never: [...ending, ...printing, /\bprocess\b/],
  },
  queue: {
    floors: [...domain, 'client', 'files', 'store', 'flows'],
    packages: ['bullmq', 'ioredis'],
    node: 'yes',
    never: [...ending, ...printing],
  },
  ui: {
    floors: domain,
    typesOf: ['ledger/events.ts'],
    packages: ['ora', '@inquirer/prompts', '@inquirer/core', 'chalk', 'cli-table3', 'get-east-asian-width'],
    node: 'yes',
    never: ending,
  },
  sandbox: {
    floors: [...domain, 'files'],
    packages: ['hono', '@hono/node-server', 'mediabunny', 'zod'],
    node: 'yes',
    never: [...ending, ...printing],
  },
  commands: {
    floors: [...domain, 'client', 'files', 'store', 'references', 'flows', 'queue', 'ui'],
    packages: ['commander', 'zod', 're2js', 'ajv-formats', 'prom-client'],
    node: 'yes',
    never: [...ending, /\bconsole\./],
  },
};

const sourceFolder = resolve(import.meta.dirname, '../src');

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(sourceFolder, file), 'utf8')]));
const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*\s{},]+?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

const imports: Import[] = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(statement)].map((match) => {
    const specifier = match[2] ?? match[3] ?? '';
    const target = specifier.startsWith('.')
      ? relative(sourceFolder, resolve(sourceFolder, dirname(file), specifier))
      : specifier;
    return { file, target, typeOnly: match[1] !== undefined };
  }),
);

function floorOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : 'main';
}

function isPackage(target: string): boolean {
  return !target.startsWith('.') && !files.includes(target) && !isBuiltin(target);
}

function packageOf(target: string): string {
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/');
}

function offends({ file, target, typeOnly }: Import): boolean {
  const name = floorOf(file);
  const floor = floors[name];
  if (floor === undefined) return name !== 'main';
  if (isBuiltin(target)) return floor.node === 'no' || (floor.node === 'types' && !typeOnly);
  if (isPackage(target)) return !floor.packages.includes(packageOf(target));
  if (floorOf(target) === name || floor.floors.includes(floorOf(target))) return false;
  if (floor.files?.includes(target) === true) return false;
  return !(typeOnly && floor.typesOf?.includes(target) === true);
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

describe('the floors of the house', () => {
  it('sees the files and their imports', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
    expect(Object.keys(floors).filter((floor) => !files.some((file) => floorOf(file) === floor))).toEqual([]);
  });

  it('has imports that run downhill only', () => {
    expect(imports.filter(offends).map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('has no imports in a circle, of types neither', () => {
    expect(circularImports().map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('imports main from nowhere', () => {
    expect(imports.filter(({ target }) => target === 'main.ts')).toEqual([]);
  });

  it('keeps each floor from what it must never do', () => {
    const broken = [...sources].flatMap(([file, source]) => {
      const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
      return (floors[floorOf(file)]?.never ?? [])
        .filter((word) => word.test(code))
        .map((word) => `${file}: ${word}`);
    });
    expect(broken).toEqual([]);
  });

  it('reads JSON text by schema/json/read-json.ts, which no depth and no number can hurt', () => {
    const ownWay = [
      'built-help.ts',
      'code-file.ts',
      'cli/texts/exact-json.ts',
      'files/lock-holder.ts',
      'schema/json/json-flaw.ts',
      'schema/json/read-json.ts',
      'sandbox/request-body.ts',
      'sandbox/state/json-records.ts',
      'ledger/facts/fact-line.ts',
      'ledger/records/order.ts',
      'batch/manifest/json-rows.ts',
    ];
    const reading = [...sources].filter(([, source]) => source.includes('JSON.parse(')).map(([file]) => file);
    expect(reading.sort()).toEqual(ownWay);
  });

  it('has no drawers', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|core|lib|misc|types)(\.ts|\/)/;
    expect(files.filter((file) => drawers.test(file))).toEqual([]);
  });

  it('has no file over 250 lines', () => {
    const long = [...sources].filter(([, source]) => source.split('\n').length > 251).map(([file]) => file);
    expect(long).toEqual([]);
  });
});

describe('a promise that is kept for later', () => {
  it('is in a task group, where its failure is heard at once', () => {
    const keepers = [...sources].filter(([, source]) => /\bSet<Promise\b|\bPromise<void>\[\]/.test(source));
    expect(keepers.map(([file]) => file)).toEqual(['files/task-group.ts']);
  });
});

describe('an event', () => {
  const union = sources.get('ledger/events.ts') ?? '';
  const kinds = [...union.matchAll(/kind: '([\w-]+)'/g)].map(([, kind]) => kind ?? '');
  const code = (isOfUi: boolean): string =>
    [...sources]
      .filter(([file]) => file !== 'ledger/events.ts' && (floorOf(file) === 'ui') === isOfUi)
      .map(([, source]) => source)
      .join('\n');

  it('is told by someone, and shown by someone', () => {
    expect(kinds.length).toBeGreaterThan(8);
    const [telling, showing] = [code(false), code(true)];
    const untold = kinds.filter((kind) => !new RegExp(`listen\\(\\s*\\{\\s*kind: '${kind}'`).test(telling));
    const unseen = kinds.filter((kind) => !new RegExp(`(case|kind ===) '${kind}'`).test(showing));
    expect({ untold, unseen }).toEqual({ untold: [], unseen: [] });
  });
});
