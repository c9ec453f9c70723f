/** What a published package would hold: prints the offending files and ends 1 where the list or its size is off. */
import { execFileSync } from 'node:child_process';

interface Packed {
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** A package that anyone can download at once. Unit: bytes. */
const packedBytesMost = 1_000_000;

const allowed =
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|AGENTS\.md|docs\/guide\/[\w-]+\.md|bin\/(genctl\.js|package\.json)|dist\/[\w.-]+|completions\/[\w.-]+|man\/genctl\.1|sandbox\/package\.json|schemas\/[\w-]+\.json)$/;
const wanted = [
  'bin/genctl.js',
  'bin/package.json',
  'dist/main.js',
  'dist/package.json',
  'dist/gallery.html',
  'completions/_genctl',
  'completions/genctl.bash',
  'completions/genctl.fish',
  'man/genctl.1',
  'sandbox/package.json',
  'schemas/job-v1.json',
  'README.md',
  'AGENTS.md',
  'docs/guide/money.md',
  'LICENSE',
];

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }),
) as [Packed];
const paths = packed.files.map(({ path }) => path);
const problems = [
  ...paths.filter((path) => !allowed.test(path)).map((path) => `packed, but not meant to be: ${path}`),
  ...wanted.filter((path) => !paths.includes(path)).map((path) => `meant to be packed, but missing: ${path}`),
  ...(packed.size > packedBytesMost ? [`packed size ${packed.size} is over ${packedBytesMost}`] : []),
];
process.stdout.write(
  `${[...problems, `packed: ${paths.length} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`].join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
