import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The folders that a commit has written: its home, where it was typed, and the state of the sandbox that answered. */
export interface OldFolders {
  genctl: string;
  work: string;
  service: string;
}

const parts = ['genctl', 'work', 'service'] as const;

/** A submit that the service of a home has seen. */
export interface RecordedSubmit {
  isV2: boolean;
  key?: string | undefined;
  body: string;
  /** The job that the service has for it; undefined where it refused it. */
  jobId?: string | undefined;
  status: number;
}

interface OldHomeFacts {
  commit: string;
  /** The time on its clocks as the last line had ended, ISO 8601. */
  writtenAt: string;
  submits: RecordedSubmit[];
}

/** The key of the account that the variables named; made up, as all keys here. */
export const oldKey = 'sbx_of_an_earlier_genctl';
/** The ports of the service that the records name. */
export const oldPorts = { api: 18_787, cdn: 18_788 };

/** A file as it is kept: a line of NDJSON for each. */
interface KeptFile {
  path: string;
  mtimeMs: number;
  text?: string;
  base64?: string;
}

function keptAt(commit: string, name: string): string {
  return join(import.meta.dirname, `home-${commit}`, name);
}

export function factsOfOldHome(commit: string): OldHomeFacts {
  return JSON.parse(readFileSync(keptAt(commit, 'facts.json'), 'utf8')) as OldHomeFacts;
}

/** Keeps what a commit has written. The folders' paths are left out, and so are files whose path `isLeftOut` names. */
export function packOldHome(
  facts: OldHomeFacts,
  folders: OldFolders,
  isLeftOut: (path: string) => boolean,
): void {
  mkdirSync(keptAt(facts.commit, ''), { recursive: true });
  writeFileSync(keptAt(facts.commit, 'facts.json'), `${JSON.stringify(facts, undefined, 2)}\n`);
  for (const part of parts) {
    const paths = readdirSync(folders[part], { recursive: true, encoding: 'utf8' })
      .map((name) => join(folders[part], name))
      .filter((path) => statSync(path).isFile() && !isLeftOut(path))
      .sort();
    const lines = paths.map((path) => `${JSON.stringify(keptFile(path, folders, part))}\n`);
    writeFileSync(keptAt(facts.commit, `${part}.ndjson`), lines.join(''));
  }
}

function keptFile(path: string, folders: OldFolders, part: (typeof parts)[number]): KeptFile {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  const file = { path: relative(folders[part], path), mtimeMs: Math.round(statSync(path).mtimeMs) };
  if (!Buffer.from(text).equals(bytes)) return { ...file, base64: bytes.toString('base64') };
  return { ...file, text: parts.reduce((all, one) => all.replaceAll(folders[one], markOf(one)), text) };
}

/** Stands in the text of kept files where the path of a folder stood. */
function markOf(part: (typeof parts)[number]): string {
  return `/FOLDER/${part}`;
}

/** Puts what a commit has written into folders, as if it had been written there. */
export function unpackOldHome(commit: string, folders: OldFolders): void {
  for (const part of parts) {
    for (const line of readFileSync(keptAt(commit, `${part}.ndjson`), 'utf8')
      .trim()
      .split('\n')) {
      const { path, mtimeMs, base64, text = '' } = JSON.parse(line) as KeptFile;
      const target = join(folders[part], path);
      if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const moved = parts.reduce((all, one) => all.replaceAll(markOf(one), folders[one]), text);
      writeFileSync(target, base64 === undefined ? moved : Buffer.from(base64, 'base64'));
      chmodSync(target, part === 'work' ? 0o644 : 0o600);
      utimesSync(target, mtimeMs / 1000, mtimeMs / 1000);
    }
  }
}
