import type { EventEmitter } from 'node:events';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import net from 'node:net';
import type { Machine } from '../transcripts/start-here.ts';
import type { Clock } from './clock.ts';
import type { Step } from './history.ts';

type Call = (...words: unknown[]) => unknown;
type Calls = Record<string, Call>;

const changing = {
  sync: [
    ...['openSync', 'writeFileSync', 'writeSync', 'appendFileSync', 'ftruncateSync', 'linkSync'],
    ...[
      'renameSync',
      'unlinkSync',
      'mkdirSync',
      'mkdtempSync',
      'chmodSync',
      'rmSync',
      'rmdirSync',
      'utimesSync',
    ],
  ],
  soon: ['open', 'write', 'writev'],
  promised: ['open', 'writeFile', 'mkdir', 'unlink', 'rename', 'rm'],
  ofHandle: ['write', 'writev', 'writeFile', 'appendFile', 'truncate'],
};

/**
 * A machine for one start: it runs by a clock, its disk fails as planned, and it ends it from outside as SIGKILL does. A connection to one of
 * the ports leads to the other one.
 */
export function createMachine(
  { disk, end }: Pick<Step, 'disk' | 'end'>,
  clock: Clock,
  ports: ReadonlyMap<number, number>,
) {
  let changes = 0;
  let isDead = false;
  const sockets = new Set<net.Socket>();
  const handles = new Map<FileHandle, string>();
  let hear: (signal: NodeJS.Signals) => boolean = () => false;
  let endStart = (): void => {};

  function die(): void {
    if (isDead) return;
    isDead = true;
    clock.stop();
    for (const socket of sockets) socket.destroy();
    // As the system does with what a process leaves open.
    for (const handle of handles.keys()) handle.close().catch(() => {});
    endStart();
  }

  /** Before a change of the disk. @throws as the disk does, or because nothing of a dead process reaches it. */
  function before(half: (() => void) | undefined): void {
    if (isDead) throw Object.assign(new Error('this process is dead'), { code: 'EDEAD' });
    changes += 1;
    if (disk !== undefined && changes >= disk.from && changes < disk.from + disk.changes) {
      throw Object.assign(new Error(`${disk.code}: a planned failure`), {
        code: disk.code,
        syscall: 'write',
      });
    }
    if (end === undefined || !('atChange' in end) || changes !== end.atChange) return;
    if (end.signal !== 'SIGKILL') {
      later(end.turns, () => signal(end.signal));
      return;
    }
    if (end.when === 'after') return;
    if (end.when === 'half') half?.();
    die();
    throw new Error('killed');
  }

  function after(): void {
    if (end !== undefined && 'when' in end && end.when === 'after' && changes === end.atChange) die();
  }

  /** A signal that nobody hears ends the process. */
  function signal(name: NodeJS.Signals): void {
    if (!isDead && !hear(name)) die();
  }

  const guardedSync =
    (name: string, call: Call): Call =>
    (...words) => {
      if (isRead(words, name) || words[0] === 1 || words[0] === 2) return call(...words);
      before(name.startsWith('write') ? () => writeHalf(words) : undefined);
      const result = call(...words);
      after();
      return result;
    };

  function guardedSoon(name: string, call: Call): Call {
    const guarded: Call = (...words) => {
      if (isRead(words, name)) return call(...words);
      const done = words.at(-1) as Call;
      try {
        before(undefined);
      } catch (error) {
        if (!isDead) setImmediate(() => done(error));
        return undefined;
      }
      return call(...words.slice(0, -1), (...answer: unknown[]) => {
        after();
        if (!isDead) done(...answer);
      });
    };
    // `promisify` reads there what the callback receives.
    return Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(call));
  }

  const guardedPromise =
    (name: string, call: Call): Call =>
    async (...words) => {
      if (isRead(words, name)) return call(...words);
      try {
        before(undefined);
      } catch (error) {
        return isDead ? new Promise(() => {}) : Promise.reject(error);
      }
      const result = await call(...words);
      after();
      return isDead ? new Promise(() => {}) : result;
    };

  /** Opens a file for as long as the start runs. */
  async function openHandle(...words: unknown[]): Promise<object> {
    const handle = (await (fs.promises.open as unknown as Call)(...words)) as FileHandle;
    if (isDead) {
      await handle.close();
      return new Promise(() => {});
    }
    handles.set(handle, String(words[0]));
    (handle as unknown as EventEmitter).once('close', () => handles.delete(handle));
    return guardedHandle(handle);
  }

  function guardedHandle(handle: FileHandle): object {
    return new Proxy(handle, {
      get(_, name) {
        const value: unknown = Reflect.get(handle, name, handle);
        if (typeof value !== 'function') return value;
        const bound: Call = value.bind(handle);
        return changing.ofHandle.includes(String(name)) ? guardedPromise('', bound) : bound;
      },
    });
  }

  const machine: Machine = {
    globals: clock.globals,
    process: { hrtime: clock.hrtime },
    modules(own) {
      const calls = own as unknown as Calls;
      const promises = fs.promises as unknown as Calls;
      const connect: Call = (...words) => {
        if (isDead) return new net.Socket();
        const [to, ...rest] = words as [net.TcpNetConnectOpts, ...unknown[]];
        const port = ports.get(Number(to.port)) ?? to.port;
        const socket = (net.connect as unknown as Call)({ ...to, port }, ...rest) as net.Socket;
        sockets.add(socket.once('close', () => sockets.delete(socket)));
        return socket;
      };
      return {
        'node:fs': {
          ...own,
          ...every(changing.sync, calls, guardedSync),
          ...every(changing.soon, calls, guardedSoon),
        },
        'node:fs/promises': {
          ...promises,
          ...every(changing.promised, { ...promises, open: openHandle }, guardedPromise),
        },
        'node:timers/promises': clock.sleep,
        'node:net': { ...net, connect },
      };
    },
    onStart(hearing, ending) {
      hear = hearing;
      endStart = ending;
    },
  };
  return {
    machine,
    die,
    signal,
    /** Its connections that are open. */
    sockets: sockets as ReadonlySet<net.Socket>,
    /** The paths of files that it has open. */
    openFiles: (): string[] => [...handles.values()],
  };
}

/** What runs in this process in place of a process. */
export type StartedMachine = ReturnType<typeof createMachine>;

/** Acts after so many turns of the loop: no signal arrives within one. */
export function later(turns: number, act: () => void): void {
  if (turns < 0) act();
  else setImmediate(() => later(turns - 1, act));
}

function every(names: readonly string[], calls: Calls, guarded: (name: string, call: Call) => Call): Calls {
  return Object.fromEntries(
    names.flatMap((name) => {
      const call = calls[name];
      return call === undefined ? [] : [[name, guarded(name, call)]];
    }),
  );
}

/** Whether a call opens a file that it will not change. */
function isRead([, flags = 'r']: readonly unknown[], name: string): boolean {
  if (!name.startsWith('open')) return false;
  return typeof flags === 'function' || flags === 'r' || (typeof flags === 'number' && (flags & 3) === 0);
}

function writeHalf([target, bytes]: readonly unknown[]): void {
  const whole = Buffer.from(bytes as string);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  if (typeof target === 'number') fs.writeSync(target, half);
  else fs.writeFileSync(String(target), half);
}
