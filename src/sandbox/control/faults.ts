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

const kinds = ['status', 'cut', 'stall', 'links', 'latency'] as const;

const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
const isText = (value: unknown): value is string => typeof value === 'string';
const isMs = isWhole(0, sandboxLatencyMostMs);

/** The members of a fault: whether a value is right for each, and what it takes in words. */
const members: Record<string, readonly [isRight: (value: unknown) => boolean, takes: string]> = {
  status: [isWhole(400, 599), 'a status from 400 to 599'],
  cut: [(value) => value === 'before' || value === 'after', 'before or after'],
  stall: [(value) => value === true, 'true'],
  links: [(value) => value === 'missing', 'missing'],
  latency: [isLatency, 'ms, or a list of the least and the most'],
  route: [(value) => isText(value) && routeNames.has(routeOf(value)), `one of ${[...routeNames].join(', ')}`],
  code: [isText, 'a text'],
  retry_after: [isWhole(0, 86_400), 'whole seconds'],
  rate: [(value) => typeof value === 'number' && value > 0 && value <= 1, 'a share above 0 up to 1'],
  times: [isWhole(1, Number.MAX_SAFE_INTEGER), 'a number from 1'],
  seed: [(value) => isText(value) || typeof value === 'number', 'a number or a text'],
};

/** Reads a fault from JSON. @throws Refusal (400), with the member that is wrong and what it takes. */
export function readFault(value: unknown): SandboxFault {
  const given = objectOf(value);
  if (given === undefined) throw invalidInput('A fault is a JSON object.');
  const fault: SandboxFault = {};
  for (const [name, member] of Object.entries(given)) {
    if (!Object.hasOwn(members, name))
      throw invalidInput(
        `A fault has no member ${JSON.stringify(name)}; it has ${Object.keys(members).join(', ')}.`,
      );
    if (member === undefined) continue;
    const [isRight, takes] = members[name] ?? [];
    if (isRight?.(member) !== true) throw invalidInput(`${name} takes ${takes}.`);
    Object.assign(fault, { [name]: name === 'route' ? routeOf(String(member)) : member });
  }
  const asked = kinds.filter((kind) => kind !== 'latency' && fault[kind] !== undefined);
  if (asked.length > 1) throw invalidInput(`A fault has one of ${asked.join(' and ')}.`);
  if (asked.length === 0 && fault.latency === undefined)
    throw invalidInput(`A fault has one of ${kinds.join(', ')}.`);
  if (fault.status === undefined && (fault.code ?? fault.retry_after) !== undefined)
    throw invalidInput('code and retry_after go with status.');
  return fault;
}

/** A route with its id as `:id`. */
function routeOf(text: string): string {
  return text.replace('{id}', ':id');
}

function isLatency(value: unknown): boolean {
  const [least, most, ...rest] = Array.isArray(value) ? value : [value, value];
  return rest.length === 0 && isMs(least) && isMs(most) && most >= least;
}
