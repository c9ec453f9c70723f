/** What a command of another program is here. */
export interface CommandMeaning {
  is: string;
  /** Where an id follows: `get` lists, and `get ID` shows. */
  withId?: string;
}

/** The commands that other programs have for what ours do. A command of ours by one of these names goes before. */
const commandSynonyms: Readonly<Record<string, CommandMeaning>> = {
  ls: { is: 'jobs', withId: 'show' },
  list: { is: 'jobs', withId: 'show' },
  ps: { is: 'jobs' },
  history: { is: 'jobs' },
  job: { is: 'jobs', withId: 'show' },
  get: { is: 'jobs', withId: 'show' },
  logs: { is: 'jobs', withId: 'show' },
  log: { is: 'jobs', withId: 'show' },
  retrieve: { is: 'jobs', withId: 'show' },
  diff: { is: 'show --diff' },
  compare: { is: 'show --diff' },
  open: { is: 'show --open' },
  describe: { is: 'show' },
  inspect: { is: 'show' },
  view: { is: 'show' },
  info: { is: 'show' },
  generate: { is: 'submit' },
  gen: { is: 'submit' },
  run: { is: 'submit' },
  create: { is: 'submit' },
  new: { is: 'submit' },
  render: { is: 'submit' },
  make: { is: 'submit' },
  apply: { is: 'batch' },
  explain: { is: 'models' },
  login: { is: 'auth login' },
  signin: { is: 'auth login' },
  init: { is: 'auth login' },
  logout: { is: 'auth logout' },
  whoami: { is: 'auth status' },
  profiles: { is: 'auth list' },
  accounts: { is: 'auth list' },
  contexts: { is: 'auth list' },
  use: { is: 'auth use' },
  switch: { is: 'auth use' },
  version: { is: '--version' },
  stop: { is: 'cancel' },
  kill: { is: 'cancel' },
  abort: { is: 'cancel' },
  watch: { is: 'wait --all', withId: 'wait' },
  follow: { is: 'wait --all', withId: 'wait' },
  listen: { is: 'jobs --watch' },
  poll: { is: 'wait --all', withId: 'wait' },
  tail: { is: 'wait --all', withId: 'wait' },
  pull: { is: 'download' },
  fetch: { is: 'download' },
  save: { is: 'download' },
  retry: { is: 'rerun' },
  again: { is: 'rerun' },
  usage: { is: 'costs' },
  balance: { is: 'costs' },
  credits: { is: 'costs' },
  billing: { is: 'costs' },
  spend: { is: 'costs' },
  settings: { is: 'config list' },
  check: { is: 'doctor' },
  diagnose: { is: 'doctor' },
  serve: { is: 'sandbox serve' },
};

/** What a command of another program is here; undefined where nothing is known of it. */
export function commandMeant(word: string): CommandMeaning | undefined {
  return Object.hasOwn(commandSynonyms, word) ? commandSynonyms[word] : undefined;
}

/** The same for the subcommands of a group, each with those that it may be, by the group. */
const subcommandSynonyms: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  get: ['list'],
  show: ['list', 'info'],
  view: ['list', 'info'],
  describe: ['status', 'info'],
  current: ['status'],
  whoami: ['status'],
  token: ['status'],
  check: ['status'],
  signin: ['login'],
  add: ['login'],
  create: ['login'],
  new: ['login'],
  switch: ['use'],
  remove: ['unset', 'logout'],
  rm: ['unset', 'logout'],
  delete: ['unset', 'logout'],
  start: ['serve'],
  up: ['serve'],
  clear: ['reset'],
  clean: ['prune'],
};

/** The subcommand that is meant, among those of a group; undefined where none is. */
export function subcommandMeant(word: string, among: readonly string[]): string | undefined {
  const known = Object.hasOwn(subcommandSynonyms, word) ? subcommandSynonyms[word] : undefined;
  return known?.find((name) => among.includes(name));
}
