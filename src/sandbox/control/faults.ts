import { type Chance, createChance } from '../../media/drawing/chance.ts';
import { routes } from '../../service/routes.ts';
import { sandboxLatencyMostMs } from '../../text/base-url.ts';
import { objectOf } from '../../text/json-object.ts';
import type { SandboxFault } from '../public.d.ts';
import { invalidInput } from '../refusal.ts';

/** A fault that strikes one request. */
interface Strike {
  fault: SandboxFault;
  /** How long the request waits first. Unit: ms. */
  delayMs: number;
}

/** A fault that cuts the connection: who carries the answer ends it without one. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
}

interface Added {
  accountId: string | undefined;
  fault: SandboxFault;
  left: number;
  chance: Chance;
}

/** The faults of a run: those of an account, and those of all, in the order in which they were added. */
export function createFaults() {
  let added: Added[] = [];
  return {
    /** Adds a fault; for all accounts where `accountId` is undefined. */
    add(accountId: string | undefined, fault: SandboxFault): void {
      const seed = fault.seed ?? Math.random();
      const left = fault.times ?? Number.POSITIVE_INFINITY;
      added.push({ accountId, fault, left, chance: createChance(['fault', seed]) });
    },
    /** The faults of an account that are left, each with the number of requests that it may still strike. */
    of: (accountId: string | undefined): SandboxFault[] =>
      added
        .filter((one) => one.accountId === accountId && one.left > 0)
        .map(({ fault, left }) => (Number.isFinite(left) ? { ...fault, times: left } : fault)),
    /** The first fault that strikes a request, after the latencies before it; undefined where none does. */
    strike(accountId: string | undefined, request: Pick<Request, 'method' | 'url'>): Strike | undefined {
      let slowed: Strike | undefined;
      for (const one of added) {
        const isFor = one.accountId === undefined || one.accountId === accountId;
        if (!isFor || one.left === 0 || !isOnRoute(one.fault, request)) continue;
        const { fault, chance } = one;
        if (fault.rate !== undefined && chance(drawsOf) >= fault.rate * drawsOf) continue;
        one.left = one.left - 1;
        slowed = { fault, delayMs: (slowed?.delayMs ?? 0) + delayOf(fault, chance) };
        if (kinds.some((kind) => kind !== 'latency' && fault[kind] !== undefined)) break;
      }
      return slowed;
    },
    /** Forgets the faults of an account; all of them where `accountId` is undefined. */
    forget(accountId: string | undefined): void {
      added = accountId === undefined ? [] : added.filter((one) => one.accountId !== accountId);
    },
  };
}

/** How finely a share is drawn. */
const drawsOf = 1_000_000;

function delayOf({ latency = 0 }: SandboxFault, chance: Chance): number {
  if (typeof latency === 'number') return latency;
  const [least, most] = latency;
  return least + chance(Math.floor(most - least) + 1);
}

function isOnRoute({ route }: SandboxFault, { method, url }: Pick<Request, 'method' | 'url'>): boolean {
  if (route === undefined) return true;
  const [wantedMethod = '', path = ''] = route.split(' ');
  const { pathname } = new URL(url);
  const wanted = path.split('/');
  const segments = pathname.split('/');
  return (
    method === wantedMethod &&
    wanted.length === segments.length &&
    wanted.every((word, place) => (word.startsWith(':') ? segments[place] !== '' : word === segments[place]))
  );
}

/** The routes that a fault can be for. An id may be written `:id` or `{id}`. */
const routeNames = new Set(Object.values(routes).map(({ method, path }) => `${method} ${path}`));

const kinds = ['status', 'cut', 'stall', 'latency'] as const;
const members = new Set([...kinds, 'route', 'code', 'retry_after', 'rate', 'times', 'seed']);

/** Reads a fault from JSON. @throws Refusal (400), with the member that is wrong and what it takes. */
export function readFault(value: unknown): SandboxFault {
  const fault = objectOf(value);
  if (fault === undefined) throw invalidInput('A fault is a JSON object.');
  const unknown = Object.keys(fault).find((name) => !members.has(name));
  if (unknown !== undefined)
    throw invalidInput(
      `A fault has no member ${JSON.stringify(unknown)}; it has ${[...members].join(', ')}.`,
    );
  const route = typeof fault.route === 'string' ? fault.route.replace('{id}', ':id') : fault.route;
  const rules: [name: string, isRight: boolean, takes: string][] = [
    ['route', isAbsent(route) || routeNames.has(String(route)), `one of ${[...routeNames].join(', ')}`],
    ['status', isAbsent(fault.status) || isWhole(fault.status, 400, 599), 'a status from 400 to 599'],
    ['code', isAbsent(fault.code) || typeof fault.code === 'string', 'a text'],
    ['retry_after', isAbsent(fault.retry_after) || isWhole(fault.retry_after, 0, 86_400), 'whole seconds'],
    ['cut', [undefined, 'before', 'after'].includes(fault.cut as undefined), 'before or after'],
    ['stall', isAbsent(fault.stall) || fault.stall === true, 'true'],
    [
      'latency',
      isAbsent(fault.latency) || isLatency(fault.latency),
      'ms, or a list of the least and the most',
    ],
    ['rate', isAbsent(fault.rate) || isShare(fault.rate), 'a share above 0 up to 1'],
    ['times', isAbsent(fault.times) || isWhole(fault.times, 1, Number.MAX_SAFE_INTEGER), 'a number from 1'],
    ['seed', ['undefined', 'string', 'number'].includes(typeof fault.seed), 'a number or a text'],
  ];
  for (const [name, isRight, takes] of rules) if (!isRight) throw invalidInput(`${name} takes ${takes}.`);
  const asked = kinds.filter((kind) => kind !== 'latency' && fault[kind] !== undefined);
  if (asked.length > 1) throw invalidInput(`A fault has one of ${asked.join(' and ')}.`);
  if (asked.length === 0 && isAbsent(fault.latency))
    throw invalidInput(`A fault has one of ${kinds.join(', ')}.`);
  if (isAbsent(fault.status) && !(isAbsent(fault.code) && isAbsent(fault.retry_after)))
    throw invalidInput('code and retry_after go with status.');
  return { ...fault, ...(!isAbsent(route) && { route }) } as SandboxFault;
}

function isAbsent(value: unknown): value is undefined {
  return value === undefined;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 1;
}

function isLatency(value: unknown): boolean {
  const [least, most, ...rest] = Array.isArray(value) ? value : [value, value];
  return (
    rest.length === 0 &&
    isWhole(least, 0, sandboxLatencyMostMs) &&
    isWhole(most, Number(least), sandboxLatencyMostMs)
  );
}
