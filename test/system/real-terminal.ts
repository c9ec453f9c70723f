import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');

/** A shell in a terminal of tmux, which a test types at and looks at. */
export interface RealTerminal {
  /** The working folder. */
  home: string;
  screen(...flags: string[]): string;
  type(text: string): void;
  press(...keys: string[]): void;
  /** As the clipboard does: bracketed, where the program asked for it. */
  paste(text: string): void;
  /** Runs `genctl` with these words; `ended N` follows. */
  run(words: string): void;
  /** Makes the window that wide, and that high, while a program runs in it. */
  resize(columns: number, lines?: number): void;
  /** Closes the window, as a person does whose program is still asking. */
  hangUp(): void;
  /** Keeps every byte that is written to the terminal from now on in that file. */
  record(path: string): void;
  /** Looks at the screen until it shows that, and gives it; throws when it does not in half a minute. */
  until(pattern: RegExp): Promise<string>;
}

/** Terminals, each on a socket of its own; `close` ends them and removes their homes. */
export function realTerminals(name: string): {
  open(columns: number, variables?: Record<string, string>): RealTerminal;
  close(): void;
} {
  const opened: { home: string; socket: string }[] = [];
  let count = 0;
  return {
    open(columns, variables = {}) {
      const home = mkdtempSync(join(tmpdir(), `${name}-`));
      count += 1;
      // A server that is just being ended would be found on a socket that is used twice.
      const socket = `${name}-${process.pid}-${count}`;
      opened.push({ home, socket });
      return openTerminal(socket, home, columns, variables);
    },
    close() {
      for (const { home, socket } of opened.splice(0)) {
        const sessions = tmuxOn(socket, 'list-panes', '-a', '-F', '#{pane_pid}').trim().split('\n');
        tmuxOn(socket, 'kill-server');
        // A program that is asking just then keeps the answers on its way out, in this home.
        for (const session of sessions) execFileSync('sh', ['-c', untilGone, 'sh', session]);
        rmSync(home, { recursive: true, force: true });
      }
    },
  };
}

/** Looks for processes of a session until there are none, for ten seconds at most. */
const untilGone = 'for n in $(seq 100); do pgrep -s "$1" >/dev/null || exit 0; sleep 0.1; done; exit 1';

function tmuxOn(socket: string, ...words: string[]): string {
  return execFileSync('tmux', ['-L', socket, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function openTerminal(
  socket: string,
  home: string,
  columns: number,
  variables: Record<string, string>,
): RealTerminal {
  const tmux = (...words: string[]): string => tmuxOn(socket, ...words);
  const environment = {
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PS1: '$ ',
    ...variables,
  };
  const words = Object.entries(environment).map(([key, value]) => `${key}='${value}'`);
  const shell = `cd '${home}' && exec env -u CI -u NO_COLOR ${words.join(' ')} bash --norc --noprofile`;
  tmux('new-session', '-d', '-x', String(columns), '-y', '50', shell);
  const screen = (...flags: string[]): string => tmux('capture-pane', '-p', ...flags).trimEnd();
  const type = (text: string): string => tmux('send-keys', '-l', text);
  type(`genctl() { node '${binary}' "$@"; }; clear\n`);
  return {
    home,
    screen,
    type,
    press: (...keys) => {
      tmux('send-keys', ...keys);
    },
    paste: (text) => {
      tmux('set-buffer', text);
      tmux('paste-buffer', '-p');
    },
    resize: (columns, lines) => {
      tmux('resize-window', '-x', String(columns), ...(lines === undefined ? [] : ['-y', String(lines)]));
    },
    hangUp: () => {
      tmux('new-session', '-d');
      tmux('kill-session', '-t', '0');
    },
    record: (path) => {
      tmux('pipe-pane', '-o', `cat > '${path}'`);
    },
    run: (line) => {
      type(`genctl ${line}; echo "ended $?"\n`);
    },
    async until(pattern) {
      for (let look = 0; look < 300; look += 1) {
        const shown = screen();
        if (pattern.test(shown)) return shown;
        await delay(100);
      }
      throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
    },
  };
}

/** Jobs that the ledger of the terminal's home knows of. */
export function jobsMade({ home }: RealTerminal): number {
  const listed = execFileSync(process.execPath, [binary, 'jobs', '--json'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl') },
  });
  return JSON.parse(listed).items.length;
}
