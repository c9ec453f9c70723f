import type { Api } from '../api/transport/api.ts';
import type { ApiAnswer } from '../api/transport/api-call.ts';
import { switchFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { genctl, type Step } from '../errors/hint.ts';
import { nameableRoutes, requestRoutes } from '../service/request-route.ts';
import { type Route, type RouteName, routes } from '../service/routes.ts';
import { requestBase } from '../text/base-url.ts';
import { createRedactor } from '../text/redaction.ts';
import { escapeJsonControls } from '../text/safe-text.ts';

export const command = defineCommand({
  describe:
    'GET a path of the service with the account’s key, and print the JSON answer. genctl hides keys, signatures and links that open without a key. Other commands start and change jobs.',
  arguments: [
    { name: 'path', says: 'a path such as /v2/models; GET may come before it', many: true, required: true },
  ],
  flags: { include: switchFlag('-i, --include', 'print the status and headers of the answer first') },
  examples: ['genctl api GET /v2/models --sandbox', 'genctl api /v2/models --include --sandbox'],
  parse({ arguments: words, flags }) {
    const isMethod = words.length > 1 || /^[A-Za-z]+$/.test(words[0] ?? '');
    const [method = '', path, ...more] = isMethod ? words : ['GET', ...words];
    if (path === undefined || more.length > 0) throw notOnePath(words.length);
    const from = path.startsWith('/') ? path : `/${path}`;
    if (method.toUpperCase() !== 'GET') throw otherMethod(method.toUpperCase(), from);
    return { ...flags, path: from };
  },
  async run(context, { include, path }) {
    const { accountKeyOf, globals, interruption, terminal } = context;
    const account = await context.account();
    if (!isBelowBase(path, account.baseUrl)) throw elsewhere(path);
    const api = await context.api(account);
    const { headers, json, status, text } = await lookAtPath(api, path, interruption()).catch((error) => {
      throw ofJob(error, path);
    });
    const hide = createRedactor((await accountKeyOf(account)).all());
    if (include) terminal.out.lines([`HTTP ${status}`, ...headerLines(headers).map(hide), '']);
    const isRead = terminal.out.isTerminal && !globals.json;
    // A program gets the answer as it came: a long number would else be rounded.
    const shown = isRead ? JSON.stringify(json, undefined, 2) : text.trim();
    terminal.out.write(`${escapeJsonControls(hide(shown))}\n`);
  },
});

/** The error of a look; where a path of a job is not there, it is the job that is not. */
function ofJob(error: unknown, path: string): unknown {
  const name = routeAt('GET', path);
  if (!(error instanceof NotFoundError) || name === undefined || !/^poll/.test(name)) return error;
  const { status, why } = error;
  const id = plainPath(path).replace(/\/$/, '').split('/').at(-1) ?? '';
  const message = `There is no job ${id} that this account can see`;
  return new NotFoundError({ code: 'job_not_found', message, why, status, hint: genctl`jobs` });
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function notOnePath(count: number): UsageError {
  return new UsageError({
    code: count > 2 ? 'excess_arguments' : 'missing_argument',
    message: 'Name one path',
    why: `It takes GET and a path: 2 words at most, not ${count}.`,
    hint: genctl`api GET /v2/models`,
  });
}

/** The error for a method that is no look. It names the command that does what was probably meant. */
function otherMethod(method: string, path: string): UsageError {
  const name = method === 'POST' ? routeAt('POST', path) : undefined;
  const isSubmit = name !== undefined && name !== 'cancelJob';
  return new UsageError({
    code: isSubmit ? 'submit_by_api' : 'method_not_taken',
    message: `genctl does not send ${method} ${path}`,
    why: isSubmit
      ? 'It would start a job without a record and without a key, so you could pay twice.'
      : 'The command sends only GET.',
    hint: insteadOf(name, path),
  });
}

function insteadOf(name: RouteName | undefined, path: string): Step {
  if (name === undefined) return genctl`api GET ${path}`;
  if (name === 'cancelJob') {
    const id = path.split('/').at(-2) ?? '';
    return genctl`cancel ${id.startsWith('-') ? ['--', id] : id}`;
  }
  const found = Object.entries(requestRoutes).find(
    ([, { atOnce, submit }]) => submit === name || atOnce === name,
  );
  const [route = '', { atOnce, command } = requestRoutes.jobs] = found ?? [];
  const way = nameableRoutes.some((nameable) => nameable === route) ? ['--route', route] : [];
  return genctl`${command} --body @body.json ${way} ${atOnce === name ? ['--sync'] : []}`;
}

/** The route that a path is of. */
function routeAt(method: Route['method'], path: string): RouteName | undefined {
  const entries = Object.entries(routes) as [RouteName, Route][];
  return entries.find(([, route]) => route.method === method && isPathOf(route, plainPath(path)))?.[0];
}

function plainPath(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? '';
}

function isPathOf({ path: known }: Route, path: string): boolean {
  const [parts, given] = [known.split('/'), path.replace(/\/$/, '').split('/')];
  return parts.length === given.length && parts.every((part, at) => part === ':id' || part === given[at]);
}

function elsewhere(path: string): UsageError {
  return new UsageError({
    code: 'path_elsewhere',
    message: `genctl does not GET ${path}`,
    why: 'It is not under the account’s base URL, and genctl sends the key nowhere else.',
    hint: genctl`api GET /v2/models`,
  });
}

/**
 * Tells whether a path, with its query, stays below the base URL: the key goes to no other place. `..` counts as what it leads to.
 */
function isBelowBase(path: string, baseUrl: string): boolean {
  const base = requestBase(baseUrl);
  const { href } = new URL(base + path);
  return path.startsWith('/') && href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`);
}

/**
 * Looks at any path of the service once, repeated as a look at the models is. The answer has to be JSON.
 *
 * @throws the CliError that stands for anything but a 2xx answer; the signal's reason.
 */
function lookAtPath(api: Api, path: string, signal: AbortSignal): Promise<ApiAnswer> {
  return api.call({ route: 'listModels', retryRoute: 'models', path, signal });
}
