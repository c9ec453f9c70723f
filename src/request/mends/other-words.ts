import { genctl, type Hint } from '../../errors/hint.ts';
import {
  fieldWords,
  type LineFacts,
  makesPictures,
  placeWords,
  sizeWords,
  statusWords,
  tagWords,
} from './other-values.ts';

/**
 * The commands that other programs have for what ours do. A command of ours by one of these names goes before. The last is
 * meant where an id follows: `get` lists, and `get ID` shows.
 */
export const otherCommands: readonly (readonly [names: string, is: string, withId?: string])[] = [
  ['ls list job get logs log retrieve', 'jobs', 'show'],
  ['ps history', 'jobs'],
  ['listen', 'jobs --watch'],
  ['describe inspect view info', 'show'],
  ['diff compare', 'show --diff'],
  ['open', 'show --open'],
  ['generate gen run create new render make', 'submit'],
  ['apply', 'batch'],
  ['explain', 'models'],
  ['login signin init', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['profiles accounts contexts', 'auth list'],
  ['use switch', 'auth use'],
  ['version', '--version'],
  ['stop kill abort', 'cancel'],
  ['watch follow poll tail', 'wait --all', 'wait'],
  ['pull fetch save', 'download'],
  ['retry again', 'rerun'],
  ['usage balance credits billing spend', 'costs'],
  ['settings', 'config list'],
  ['prices pricing', 'config prices'],
  ['budget budgets cast', 'config set'],
  ['check diagnose', 'doctor'],
  ['serve', 'sandbox serve'],
];

/** Subcommands of other programs, with those of ours that they may be, by the group. */
export const otherSubcommands: readonly (readonly [names: string, ...are: string[]])[] = [
  ['ls get', 'list'],
  ['show view', 'list', 'info'],
  ['describe', 'status', 'info'],
  ['current whoami token check', 'status'],
  ['signin add create new', 'login'],
  ['switch', 'use'],
  ['remove rm delete', 'unset', 'logout'],
  ['start up', 'serve'],
  ['clear', 'reset'],
  ['clean', 'prune'],
];

/** A flag of another program. Ours stand for it, or genctl has nothing like it. */
interface OtherFlag {
  names: readonly string[];
  /** The commands on which it means this; all of them unless given. */
  on?: readonly string[] | undefined;
  /** A value follows it. */
  takes: boolean;
}

export interface FlagSynonym extends OtherFlag {
  /** Another flag that says the other half, and is replaced with it. */
  with?: string;
  /** The sentence for where no word takes its place; unless given, that the program works so without a flag. */
  without?(line: LineFacts): string;
  /** The words of ours in its place; undefined where these can't be told. Empty: what it asks for is how it is. */
  words(value: string, line: LineFacts): readonly string[] | undefined;
}

export interface AbsentFlag extends OtherFlag {
  why: string;
  /** The way to go instead; the help of the command unless given. */
  hint?: Hint | undefined;
}

/** A flag with a value: a flag of ours with that value, or words that are made of it. */
function valued(names: string, to: string | FlagSynonym['words'], on?: readonly string[]): FlagSynonym {
  const words: FlagSynonym['words'] = typeof to === 'string' ? (value) => [to, value] : to;
  return { names: names.split(' '), on, takes: true, words };
}

function bare(names: string, to: readonly string[], on?: readonly string[]): FlagSynonym {
  return { names: names.split(' '), on, takes: false, words: () => to };
}

/** A field of a model. */
function field(names: string, name: string): FlagSynonym {
  const words: FlagSynonym['words'] = (value, { model }) => fieldWords(model, name, value);
  return { ...valued(names, words), without: ({ model }) => `${model} has no field ${name}.` };
}

function absent(names: string, on: readonly string[], why: string, hint?: Hint): AbsentFlag {
  return { names: names.split(' '), on, takes: false, why, hint };
}

function absentValue(...row: Parameters<typeof absent>): AbsentFlag {
  return { ...absent(...row), takes: true };
}

const sending = ['submit', 'draft', 'refs', 'finalize', 'rerun', 'compose', 'batch'];
/** Commands that print what they know and write no file, so that `-o` is about how it is printed. */
const printing = [
  ...['jobs', 'show', 'status', 'models', 'costs', 'doctor'],
  ...['auth list', 'auth status', 'config list', 'sandbox info'],
];
const newestFirst = 'Jobs come newest first; to sort them, use --json.';

/** A key behind `--name` has more digits than a name, and is longer. */
const profileWords = (name: string) =>
  /^(?=.{2,16}$)[a-z]+([-_][a-z]+)*[-_]?\d{0,2}$/i.test(name) ? ['--profile', name] : undefined;

/** The flags of other programs. Of several rows for a flag, those for its command go before the others. */
export const otherFlags: readonly (FlagSynonym | AbsentFlag)[] = [
  // Lists: which of the things are listed, how many of them, and how.
  valued('--last --past', (value) => (/^\d+[a-z]+$/i.test(value) ? ['--since', value] : undefined), [
    'jobs',
    'costs',
  ]),
  valued(
    '-n -L --last --max --max-results --top --head --tail --count',
    (value) => (/^\d+$/.test(value) ? ['--limit', value] : undefined),
    ['jobs', 'gallery'],
  ),
  valued('--filter --label --selector', tagWords, ['jobs']),
  valued('--state --phase', statusWords, ['jobs']),
  valued('--search --query --contains --match', '--grep', ['jobs']),
  valued('--fields --cols', '--columns', ['jobs']),
  valued('--type --kind --medium', '--media', ['models']),
  valued('-o --output --format --out', (form) => (form === 'json' ? ['--json'] : undefined), printing),
  absentValue('-o --output --format --out', printing, '--quiet prints ids alone, --json one document.'),
  absentValue('--jq', printing, '--json prints every field, for jq to read.'),
  absentValue('--sort --sort-by --order --order-by', ['jobs'], newestFirst),
  absent('--reverse -r', ['jobs'], newestFirst),
  absentValue(
    '--columns --fields',
    ['costs'],
    'Sums have fixed columns; you can choose those of genctl jobs.',
    genctl`jobs --columns id,model,cost`,
  ),
  absent('-a --all', ['jobs'], 'The list has the newest jobs of all accounts, as many as --limit says.'),
  absent('-a --all', ['finalize'], 'Each final is charged, so name the drafts, or pick them in a list.'),
  absent(
    '-a --all',
    ['download'],
    'It takes jobs; sync downloads everything that is not here.',
    genctl`sync`,
  ),
  absentValue('--port --host --serve --listen', ['gallery'], 'The page is a file that needs no server.'),
  // Accounts: the name of one is a flag of every line.
  valued('--name --profile-name', profileWords, ['auth login', 'auth status', 'auth set', 'auth logout']),
  // Batches, which always wait.
  bare('-w --wait', [], ['batch']),
  bare('-w -f --follow --live --stream --wait', ['--watch'], ['jobs']),
  absent('--fail-fast', ['batch'], 'A failed shot does not stop the others.', genctl`help batch`),
  absent(
    '--id-hash',
    ['batch'],
    'Each line has an id, by which a later run finds it; --id names its column.',
  ),
  absentValue('--finals', ['batch'], 'The manifest of the finals is NAME.finals.jsonl, beside FILE.'),
  absentValue('--window', ['batch'], '2,000 lines of a batch may be in the queue at once.'),
  absent(
    '--cancel-on-timeout',
    [...sending, 'wait'],
    'A job keeps running after the waiting time, until you cancel it.',
    genctl`cancel ID`,
  ),
  // Requests, and how they are followed.
  valued('--aspect-ratio --aspect --ar --shape', '--ratio'),
  valued('--engine --checkpoint', '--model'),
  valued('--budget --max-spend --cost-limit --spend-limit --max-price', '--max-cost'),
  valued('--text --description --query', '--prompt'),
  valued('--start-image --start-frame', '--first-frame'),
  valued('--end-image --end-frame --tail-image', '--last-frame'),
  valued('--reference --ref --reference-image --style-image', '--ref-image'),
  valued('--video --input-video --reference-video', '--ref-video'),
  valued('--sound --music --input-audio --reference-audio', '--ref-audio'),
  valued('--webhook --webhook-url --callback', '--callback-url'),
  valued('--account --context', profileWords),
  valued('--endpoint --server --api-url', '--base-url'),
  valued('--endpoint-url --s3-endpoint-url', '--s3-endpoint'),
  valued('--colour', '--color'),
  valued('--length --seconds --secs --time', '--duration'),
  valued('--res', '--resolution'),
  valued('--after', '--since'),
  valued('--label', '--tag'),
  valued('--state', '--status'),
  valued('--template', '--name'),
  valued('--request-id', '--idempotency-key'),
  bare('--follow --watch --block --await', ['--wait']),
  bare('--save', ['--download']),
  bare('--mock --fake', ['--sandbox']),
  bare('--silent', ['--quiet']),
  bare('--debug --trace', ['--verbose']),
  bare('--no-color --no-colour', ['--color', 'never']),
  bare('--dry --noop --simulate', ['--dry-run']),
  bare('--mute --without-audio --silent-video', ['--no-audio']),
  bare('--with-audio --generate-audio', ['--audio']),
  field('--negative-prompt --negative --neg', 'negative_prompt'),
  field('--steps --num-inference-steps', 'steps'),
  field('--guidance --guidance-scale --cfg --cfg-scale', 'guidance_scale'),
  field('--strength', 'strength'),
  field('--style', 'style'),
  field('--fps --framerate', 'fps'),
  valued('--n --num --number --num-images --num-outputs --samples --copies', (value, { model }) => [
    makesPictures(model) ? '--count' : '--takes',
    value,
  ]),
  valued(
    '--out --output --output-file --output-dir --out-dir --outdir --folder --dest --save-to',
    placeWords,
  ),
  valued('--format --container --ext', (value) =>
    value === 'json' ? ['--json'] : ['--output-format', value.replace(/^\./, '')],
  ),
  valued('--size --dimensions --image-size', (value, line) =>
    sizeWords(/^(\d{2,5})[x×*:](\d{2,5})$/i.exec(value)?.slice(1) ?? [], line),
  ),
  {
    ...valued('--width', (value, line) => sizeWords([value, line.other('--height')], line)),
    with: '--height',
  },
  {
    ...valued('--height', (value, line) => sizeWords([line.other('--width'), value], line)),
    with: '--width',
  },
];
