import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that name a person's editor; an empty one is an unset one. */
interface EditorEnvironment {
  VISUAL?: string | undefined;
  EDITOR?: string | undefined;
}

export interface EditorPorts {
  environment: EditorEnvironment;
  platform: NodeJS.Platform;
  /** Ends the editor, too. */
  signal?: AbortSignal | undefined;
}

/** How an editor left: with the text, the one that it was given where nothing was saved, or not at all. */
export type Edited = { ok: true; text: string; isChanged: boolean } | { ok: false; why: string };

/** The command line of the person's editor. */
export function editorCommand({ environment, platform }: EditorPorts): string {
  return environment.VISUAL || environment.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Has a text changed in the person's editor, in a file that nobody else can read. The editor draws on stderr, where the
 * questions are: stdout may be a file. One newline at the end is the editor's.
 */
export async function editText(text: string, fileName: string, ports: EditorPorts): Promise<Edited> {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-'));
  const path = join(folder, fileName);
  try {
    const given = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    writeFileSync(path, given, { mode: 0o600 });
    const command = editorCommand(ports);
    const code = await runEditor(command, path, ports);
    if (code !== 0) return { ok: false, why: `${command} ended with ${code}` };
    const left = withoutLastNewline(readFileSync(path, 'utf8'));
    return { ok: true, text: left, isChanged: left !== withoutLastNewline(given) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function runEditor(
  command: string,
  path: string,
  { platform, signal }: Pick<EditorPorts, 'platform' | 'signal'>,
): Promise<number | string> {
  // The variable holds a command line, such as `code --wait`; the path goes in as a word of its own.
  const [program, words] =
    platform === 'win32'
      ? ([`${command} "${path}"`, []] as const)
      : (['/bin/sh', ['-c', `${inPlace(command)}${command} "$1"`, 'editor', path]] as const);
  return new Promise((resolve, reject) => {
    const ended = signal === undefined ? {} : { signal };
    const child = spawn(program, words, { stdio: ['inherit', 2, 2], shell: platform === 'win32', ...ended });
    child.once('error', reject);
    child.once('close', (code, by) => resolve(code ?? by ?? 'no code'));
  });
}

/** One program takes the place of the shell, so that the signal that ends the one ends the other. */
function inPlace(command: string): string {
  return /^\s*\w+=|[;&|\n]/.test(command) ? '' : 'exec ';
}
