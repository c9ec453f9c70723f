import { commandTable } from '../index.ts';
import { type CommandMeaning, commandMeant, subcommandMeant } from './command-synonyms.ts';

/** What is done with a kind of thing, by the verb for it; undefined where the verb is none of it. */
type Verbs = (verb: string) => CommandMeaning | undefined;

/** What this program does with jobs: here the verb stands alone. */
const ownVerbs: readonly string[] = [
  ...['submit', 'status', 'wait', 'cancel', 'draft', 'finalize'],
  ...['download', 'open', 'rerun', 'show', 'diff', 'recover'],
];

const ofJobs: Verbs = (verb) => {
  if (ownVerbs.includes(verb)) return { is: verb };
  return Object.hasOwn(verbsByThing, verb) ? undefined : commandMeant(verb);
};

const ofModels: Verbs = (verb) => {
  const meant = verb === 'show' ? verb : commandMeant(verb)?.is;
  return meant !== undefined && ['show', 'jobs', 'models'].includes(meant) ? { is: 'models' } : undefined;
};

/** The verb is the subcommand of a group. */
const ofGroup = (group: 'auth' | 'config'): Verbs => {
  const names = Object.keys(commandTable[group]?.commands ?? {});
  return (verb) => {
    const known = subcommandMeant(verb, names);
    if (!names.includes(verb)) return known === undefined ? undefined : { is: `${group} ${known}` };
    return known === undefined
      ? { is: `${group} ${verb}` }
      : { is: `${group} ${known}`, withId: `${group} ${verb}` };
  };
};

/** Makes what a line is sent by: nothing else is done with it. */
const onlyMade =
  (command: string): Verbs =>
  (verb) =>
    verb === 'apply' || verb === 'submit' || commandMeant(verb)?.is === 'submit'
      ? { is: command }
      : undefined;

const named = (verbs: Verbs, ...things: string[]): [string, Verbs][] => things.map((thing) => [thing, verbs]);

/** The things that other programs name beside what is done with them: `get jobs`, `jobs list`. */
const verbsByThing: Readonly<Record<string, Verbs>> = Object.fromEntries([
  ...named(ofJobs, 'job', 'jobs', 'task', 'tasks', 'run', 'runs', 'generation', 'generations'),
  ...named(ofJobs, 'image', 'images', 'video', 'videos', 'clip', 'clips', 'drafts', 'takes'),
  ...named(ofModels, 'model', 'models'),
  ...named(ofGroup('auth'), 'profile', 'profiles', 'account', 'accounts', 'context', 'contexts'),
  ...named(ofGroup('config'), 'config', 'setting', 'settings'),
  ...named(onlyMade('draft'), 'draft'),
  ...named(onlyMade('batch'), 'batch'),
]);

/** What two words of a line say together, a thing and a verb, either first; undefined where they are no such pair. */
export function phraseMeant(first: string, second: string): CommandMeaning | undefined {
  return meantOf(first, second) ?? meantOf(second, first);
}

function meantOf(thing: string, verb: string): CommandMeaning | undefined {
  return Object.hasOwn(verbsByThing, thing) ? verbsByThing[thing]?.(verb) : undefined;
}

/** The commands that a word of another group's is: accounts are switched by `config` elsewhere. */
const ofOtherGroups: Readonly<Record<string, string>> = {
  'config use-context': 'auth use',
  'config use': 'auth use',
  'config get-contexts': 'auth list',
  'config current-context': 'auth status',
  'config login': 'auth login',
};

/** The whole command that a group of ours and a word that it lacks are; undefined where nothing is known of them. */
export function commandOfGroup(path: readonly string[], word: string): readonly string[] | undefined {
  const words = [...path, word].join(' ');
  return Object.hasOwn(ofOtherGroups, words) ? ofOtherGroups[words]?.split(' ') : undefined;
}
