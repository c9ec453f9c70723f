import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutSecrets } from '../../text/redaction.ts';
import type { LineNote } from './line-config.ts';

export interface EditorPorts {
  /** Variables for the editor, which gets them without secrets. VISUAL and EDITOR name it; an empty one counts as unset. */
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Ends the editor when it aborts. */
  signal?: AbortSignal | undefined;
}

/** How an editor ended: with another text, or with a remark on why there is none. */
export type Edited = { text: string; said?: undefined } | { text?: undefined; said: LineNote };

/** The command line of the person's editor. */
export function editorCommand({ environment, platform }: EditorPorts): string {
  return environment.VISUAL || environment.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/** The name of the person's editor: `code` of `/usr/bin/code --wait`. */
export function editorName(ports: EditorPorts): string {
  const command = editorCommand(ports);
  return command.trim().split(/\s/, 1)[0]?.split(/[\\/]/).at(-1) ?? command;
}

/**
 * Lets a person change a text in their editor, in a file that no other user can read. The editor draws on stderr, as the
 * questions do, because stdout may be a file. One newline at the end is taken off again, since editors add it.
 */
export async function editText(text: string, fileName: string, ports: EditorPorts): Promise<Edited> {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-'));
  const path = join(folder, fileName);
  try {
    const given = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    writeFileSync(path, given, { mode: 0o600 });
    const command = editorCommand(ports);
    const code = await runEditor(command, path, ports);
    // The shell's own words for it are drawn over.
    if (code === 127) return failed(`there is no program for ${command}`);
    if (code !== 0) return failed(`${command} ended with ${code}`);
    const left = withoutLastNewline(readFileSync(path, 'utf8'));
    if (left !== withoutLastNewline(given)) return { text: left };
    return { said: { kind: 'fact', text: `Nothing was changed in ${editorName(ports)}.` } };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failed(why: string): Edited {
  return { said: { kind: 'fault', text: `The editor did not end well: ${why}` } };
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function runEditor(
  command: string,
  path: string,
  { environment, platform, signal }: EditorPorts,
): Promise<number | string> {
  // The variable is a command line such as `code --wait`, so a shell runs it, and gets the path as a word of its own.
  const [program, words] =
    platform === 'win32'
      ? ([`${command} "${path}"`, []] as const)
      : (['/bin/sh', ['-c', `${inPlace(command)}${command} "$1"`, 'editor', path]] as const);
  return new Promise((resolve, reject) => {
    const ended = signal === undefined ? {} : { signal };
    const child = spawn(program, words, {
      stdio: ['inherit', 2, 2],
      env: withoutSecrets(environment),
      shell: platform === 'win32',
      ...ended,
    });
    child.once('error', reject);
    child.once('close', (code, by) => resolve(code ?? by ?? 'no code'));
  });
}

/** `exec` for a single program: it replaces the shell, so that a signal to the shell ends the editor. */
function inPlace(command: string): string {
  return /^\s*\w+=|[;&|\n]/.test(command) ? '' : 'exec ';
}
