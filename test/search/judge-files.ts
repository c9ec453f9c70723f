import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { damagedLedger } from './damage.ts';
import { filesBelow, jobBeside, leftoversAmong, spoiltAmong } from './files-left.ts';
import { type Ground, homeOf, workOf } from './ground.ts';
import type { Step } from './history.ts';
import type { Ran } from './run-step.ts';

/** The files of all machines, step by step. */
export class FileBooks {
  readonly ground: Ground;
  /** Jobs of another service than that of the history. */
  readonly elsewhere: ReadonlySet<string>;
  /** The files as they were after the last step, with their marks. */
  files = new Map<string, string>();
  /** The names of all that was left behind so far. */
  readonly leftovers = new Set<string>();

  constructor(ground: Ground, elsewhere: ReadonlySet<string>) {
    this.ground = ground;
    this.elsewhere = elsewhere;
  }

  get homes(): string[] {
    return Array.from({ length: this.ground.history.homes }, (_, home) => homeOf(this.ground, home));
  }

  /** Files that a step left behind, spoilt, or with the key in them. */
  afterStep(ran: readonly Ran[], step: Step): string[] {
    const works = this.homes.map((_, home) => workOf(this.ground, home));
    const folders = [...new Set([...this.homes, ...works])];
    const files = new Map(folders.flatMap((folder) => [...filesBelow(folder)]));
    const all = [...files.keys()];
    const changed = all.filter((path) => files.get(path) !== this.files.get(path));
    const outputs = changed.filter((path) => path.includes('/out/'));
    this.files = files;
    const key = this.ground.service.apiKey;
    return [
      ...this.leftBehind(all, ran, step).map((path) => `left behind: ${path}`),
      ...spoiltAmong(outputs.filter((path) => !this.elsewhere.has(jobBeside(path)))),
      ...changed.filter((path) => readFileSync(path).includes(key)).map((path) => `the key is in ${path}`),
    ];
  }

  leftBehind(all: readonly string[], ran: readonly Ran[], { disk }: Step): string[] {
    const isKilled = ran.some(({ killed }) => killed);
    const isRough = isKilled || disk !== undefined;
    // What a disk refuses once or twice is done again by the end of the run.
    const mayLeaveHalves = isKilled || (disk?.changes ?? 0) > 2;
    const mayHaveParts = isRough || ran.some(({ code }) => code !== 0);
    const mayLeave = (path: string): boolean => {
      if (path.endsWith('.part')) return mayHaveParts;
      return path.endsWith('.tmp') ? mayLeaveHalves : isRough;
    };
    // By its name: a ledger that is copied back brings what a killed run had left in it.
    const left = leftoversAmong(all)
      .filter((path) => !this.leftovers.has(basename(path)))
      .filter((path) => !this.isDamaged(path));
    for (const path of left) this.leftovers.add(basename(path));
    return left.filter((path) => !mayLeave(path));
  }

  /** Tells whether a file is a record that a step has damaged, set aside or closed. */
  isDamaged(path: string): boolean {
    const name = basename(path).replace(/\.torn-\d+$/, '');
    return this.homes.some((_, home) =>
      [...filesBelow(damagedLedger(this.ground, home)).keys()].some((copy) => basename(copy) === name),
    );
  }

  /** Half-written files in the homes, once all processes are gone for more than an hour and doctor has looked. */
  halfWritten(): string[] {
    const files = this.homes.flatMap((folder) => [...filesBelow(folder).keys()]);
    return files.filter((path) => path.endsWith('.tmp')).map((path) => `never removed: ${path}`);
  }
}
