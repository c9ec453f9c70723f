/**
 * The commands that other programs have for what ours do. `withId` where an id follows: `get` lists, and `get ID` shows. A command
 * of ours by one of these names goes before.
 */
const commandSynonyms: Readonly<Record<string, { is: string; withId?: string }>> = {
  ls: { is: 'jobs', withId: 'show' },
  list: { is: 'jobs', withId: 'show' },
  ps: { is: 'jobs' },
  history: { is: 'jobs' },
  job: { is: 'jobs', withId: 'show' },
  get: { is: 'jobs', withId: 'show' },
  describe: { is: 'show' },
  inspect: { is: 'show' },
  view: { is: 'show' },
  info: { is: 'show' },
  logs: { is: 'jobs', withId: 'show' },
  log: { is: 'jobs', withId: 'show' },
  generate: { is: 'submit' },
  gen: { is: 'submit' },
  run: { is: 'submit' },
  create: { is: 'submit' },
  new: { is: 'submit' },
  render: { is: 'submit' },
  make: { is: 'submit' },
  image: { is: 'submit' },
  video: { is: 'submit' },
  preview: { is: 'draft' },
  final: { is: 'finalize' },
  login: { is: 'auth login' },
  signin: { is: 'auth login' },
  init: { is: 'auth login' },
  logout: { is: 'auth logout' },
  whoami: { is: 'auth status' },
  profiles: { is: 'auth list' },
  accounts: { is: 'auth list' },
  version: { is: '--version' },
  rm: { is: 'jobs prune --older-than 90d --dry-run', withId: 'cancel' },
  delete: { is: 'jobs prune --older-than 90d --dry-run', withId: 'cancel' },
  stop: { is: 'cancel' },
  kill: { is: 'cancel' },
  abort: { is: 'cancel' },
  watch: { is: 'wait --all', withId: 'wait' },
  follow: { is: 'wait --all', withId: 'wait' },
  poll: { is: 'wait --all', withId: 'wait' },
  pull: { is: 'download' },
  fetch: { is: 'download' },
  save: { is: 'download' },
  retry: { is: 'rerun' },
  again: { is: 'rerun' },
  resume: { is: 'recover' },
  usage: { is: 'costs' },
  billing: { is: 'costs' },
  spend: { is: 'costs' },
  settings: { is: 'config list' },
  check: { is: 'doctor' },
  diagnose: { is: 'doctor' },
  serve: { is: 'sandbox serve' },
};

/** The command of ours, in words, that is meant by a command of another program; undefined where none is. */
export function commandMeant(word: string, hasId: boolean): string[] | undefined {
  const known = Object.hasOwn(commandSynonyms, word) ? commandSynonyms[word] : undefined;
  return (hasId ? (known?.withId ?? known?.is) : known?.is)?.split(' ');
}

export const synonymousCommands: readonly string[] = Object.values(commandSynonyms).flatMap(
  ({ is, withId }) => [is, ...(withId === undefined ? [] : [withId])],
);

/** The same for the subcommands of a group. */
const subcommandSynonyms: Readonly<Record<string, string>> = {
  ls: 'list',
  show: 'list',
  whoami: 'status',
  signin: 'login',
  add: 'login',
  switch: 'use',
  remove: 'unset',
  start: 'serve',
  up: 'serve',
  clear: 'reset',
  clean: 'prune',
};

/** The subcommand that is meant, among those of a group; undefined where none is. */
export function subcommandMeant(word: string, among: readonly string[]): string | undefined {
  const known = Object.hasOwn(subcommandSynonyms, word) ? subcommandSynonyms[word] : undefined;
  return known !== undefined && among.includes(known) ? known : undefined;
}
