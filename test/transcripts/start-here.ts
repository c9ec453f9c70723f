import { EventEmitter } from 'node:events';
import * as fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { Ended } from './genctl.ts';
import { bundle, loader, type OwnGlobals } from './load-bundle.ts';

interface Start {
  words: readonly string[];
  environment: Record<string, string | undefined>;
  workingFolder: string;
  stdin: string | Buffer;
  /** The width of the terminal that both streams are; undefined for pipes. */
  columns?: number | undefined;
  /** The machine it runs on, where that is not this one as it is. */
  machine?: Machine | undefined;
}

/** Clocks, a disk and an end of its own for a start. */
export interface Machine {
  globals: OwnGlobals;
  /** What its process object has besides. */
  process: Readonly<Record<string, unknown>>;
  /** Modules of Node as its code finds them. */
  modules(fs: typeof import('node:fs')): Readonly<Record<string, unknown>>;
  /** Told of the start: `hear` says whether it heard a signal, `die` ends it as SIGKILL does. */
  onStart(hear: (signal: NodeJS.Signals) => boolean, die: () => void): void;
}

/** What Node has warned of since a start began while no other ran. A later Node makes errors of some of these. */
const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));

/** Above what Linux gives to a process: nothing else has one of these. */
let lastPid = 5_000_000;
const running = new Set<number>();

/** Tells if a start runs in this process. The working folder of the process is then that of the first one. */
export function isBusy(): boolean {
  return running.size > 0;
}

/**
 * Runs the built program in this process: its own chunks, evaluated anew at each start, around a process object of its own.
 * Leaves out what only a process shows: signals, limits, pipes, and that it ends by itself; and files named from its working folder, where
 * another start runs. To a process that runs in the same home at the same time this one is dead, and what it holds is free.
 */
export function startHere(start: Start): Promise<Ended> {
  const folder = process.cwd();
  const isFirst = !isBusy();
  if (isFirst) {
    process.chdir(start.workingFolder);
    warnings.length = 0;
  }
  const files = openFiles();
  return new Promise((done) => {
    const screen: Buffer[] = [];
    const out = listener(screen, start.columns);
    const err = listener(screen, start.columns);
    lastPid += 1;
    const pid = lastPid;
    running.add(pid);
    const end = (code: number | null): void => {
      if (isFirst && running.has(pid)) process.chdir(folder);
      running.delete(pid);
      const untidy = [...files.left(), ...warnings.map(String)];
      done({ code, stdout: out.text(), stderr: err.text(), screen: textOf(screen), untidy });
    };
    const own = ownProcess(start, { pid, stdout: out.stream, stderr: err.stream, end });
    const ownFs = fsWith({
      stdin: Buffer.from(start.stdin),
      out,
      err,
      isTerminal: start.columns !== undefined,
    });
    loader(
      own,
      { 'node:fs': ownFs, 'node:fs/promises': files.promises, ...start.machine?.modules(ownFs) },
      start.machine?.globals,
    )(resolve(bundle, 'main.js'));
  });
}

function ownProcess(
  { words, environment, workingFolder, stdin, machine }: Start,
  how: { pid: number; stdout: Writable; stderr: Writable; end: (code: number | null) => void },
): NodeJS.Process {
  const signals = new EventEmitter();
  const { pid, stdout, stderr, end } = how;
  const own: Record<PropertyKey, unknown> = {
    argv: [process.execPath, resolve(bundle, 'main.js'), ...words],
    env: environment,
    cwd: () => workingFolder,
    pid,
    stdin: new PassThrough().end(stdin),
    stdout,
    stderr,
    on: signals.on.bind(signals),
    once: signals.once.bind(signals),
    off: signals.off.bind(signals),
    removeListener: signals.off.bind(signals),
    kill: (other: number, signal?: NodeJS.Signals | 0) => {
      if (other === pid && signal !== 0) end(null);
      if (running.has(other)) return true;
      return process.kill(other, signal);
    },
    ...machine?.process,
  };
  machine?.onStart(
    (signal) => signals.emit(signal),
    () => end(null),
  );
  return new Proxy(process, {
    get: (real, name) => (name in own ? own[name] : Reflect.get(real, name, real)),
    set: (_, name, value) => {
      if (name === 'exitCode') end(value);
      else own[name] = value;
      return true;
    },
  });
}

/**
 * The descriptors of this process are not those of a start: it reads its own stdin, once, and what it writes is kept. And nothing is waited for
 * to reach the disk: what that keeps is kept from a machine that stops, never from a process that reads here.
 */
function fsWith({ stdin, out, err, isTerminal }: Descriptors): typeof fs {
  let left = stdin;
  const readSync = (descriptor: number, piece: Buffer, ...how: [number, number, number]): number => {
    if (descriptor !== 0) return fs.readSync(descriptor, piece, ...how);
    const count = left.copy(piece);
    left = left.subarray(count);
    return count;
  };
  const writeSync = (descriptor: number, piece: Uint8Array, ...how: [number, number, number]): number => {
    if (descriptor !== 1 && descriptor !== 2) return fs.writeSync(descriptor, piece, ...how);
    (descriptor === 1 ? out : err).keep(Buffer.from(piece));
    return piece.length;
  };
  const fstatSync = (descriptor: number) =>
    descriptor === 1 || descriptor === 2
      ? { isFile: never, isSocket: never, isFIFO: () => !isTerminal }
      : fs.fstatSync(descriptor);
  const own = { ...fs, fsyncSync: notWaited, fdatasyncSync: notWaited };
  return {
    ...own,
    readSync: readSync as typeof fs.readSync,
    writeSync: writeSync as typeof fs.writeSync,
    fstatSync: fstatSync as typeof fs.fstatSync,
  };
}

/** The module `node:fs/promises` of a start, and what it has left open, which is closed then as at the end of a process. */
function openFiles(): { promises: typeof fs.promises; left: () => string[] } {
  const handles = new Map<FileHandle, string>();
  const open: typeof fs.promises.open = async (path, ...how) => {
    const handle = await fs.promises.open(path, ...how);
    handles.set(handle, String(path));
    (handle as unknown as EventEmitter).once('close', () => handles.delete(handle));
    return handle;
  };
  return {
    promises: { ...fs.promises, open },
    left() {
      for (const handle of handles.keys()) handle.close().catch(() => {});
      return [...handles.values()].map((path) => `left open: ${path}`);
    },
  };
}

interface Descriptors {
  stdin: Buffer;
  out: Listener;
  err: Listener;
  isTerminal: boolean;
}

const never = (): boolean => false;

function notWaited(): void {}

interface Listener {
  stream: Writable;
  keep(piece: Buffer): void;
  text(): string;
}

/** A stream that keeps what it is given, and gives it to the screen as well. */
function listener(screen: Buffer[], columns: number | undefined): Listener {
  const pieces: Buffer[] = [];
  const keep = (piece: Buffer): void => {
    pieces.push(piece);
    screen.push(piece);
  };
  const stream = new Writable({
    decodeStrings: true,
    write(piece: Buffer, _, done) {
      keep(piece);
      done();
    },
  });
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return { stream: Object.assign(stream, terminal), keep, text: () => textOf(pieces) };
}

function textOf(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces).toString('utf8');
}
