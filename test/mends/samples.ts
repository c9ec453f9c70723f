/**
 * What an expression in a command line stands for, by how it is written: words as they may come, one of each kind. An expression
 * without a row fails the test, so that whoever words a new mend says what may stand in it.
 */
export const samples: Readonly<Record<string, readonly string[]>> = {
  // Ids and names, quoted where they may hold anything.
  'shellQuote(draft.id)': ["'job_1 a'"],
  'shellQuote(draftId)': ["'job_1 a'"],
  'shellQuote(draft)': ["'job_1 a'"],
  'shellQuote(job.id)': ["'job_1 a'"],
  'shellQuote(known)': ["'job_1 a'"],
  'shellQuote(model)': ['vendor-b/video-2.5'],
  'quoted(idempotencyKey)': ["'a key'"],
  id: ['job_1'],
  'record.id': ['job_1'],
  forget: ['key'],
  file: ['shots.jsonl', '-'],
  'flags.id': ['name'],
  name: ['studio'],
  only: ['fox'],
  first: ['submit'],
  from: ['job_1'],
  profile: ['studio'],
  "profile ?? 'NAME'": ['studio', 'NAME'],
  'pinned.profile': ['studio'],
  'pinned.base_url': ['https://api.example.com'],
  baseUrl: ['https://api.example.com'],
  "origin.slice('the profile '.length)": ['studio'],
  "names.length === 1 ? first : 'NAME'": ['studio', 'NAME'],
  "names.length === 1 ? names[0] : 'NAME'": ['studio', 'NAME'],
  'known[0]': ['fox'],
  model: ['vendor-a/image-1'],
  route: ['images', 'spicy'],
  near: ['vendor-a/image-1'],
  'near[0]': ['vendor-a/image-1'],
  "near.length === 0 ? '' : ` ${near[0]}`": ['', ' vendor-a/image-1'],
  draftModelId: ['vendor-b/video-2.5'],
  // Flags and values.
  whole: ['--json', '--quiet'],
  flags: ['', ' --attempts 3', ' --attempts 3 --no-audio'],
  takes: ['2'],
  field: ['credential_command', 'upload_command'],
  value: ['10m'],
  usualAge: ['90d'],
  "likelyDuration(text, 'd') ?? usualAge": ['30d', '90d'],
  example: ['genctl jobs prune --older-than 90d'],
  "isOfFiles ? '--download' : '--wait'": ['--download', '--wait'],
  "idle.join(' … ')": ['--timeout … --fail-fast', '--fail-fast'],
  "flag.startsWith('-') ? `… ${flag}` : flag": ['… --prompt', 'submit', 'status'],
  served: ['spicy', 'tasks', 'images'],
  which: ['', ': studio, other'],
  "origin === 'GENCTL_BASE_URL' ? `; or, for ${name}: unset GENCTL_BASE_URL` : ''": [''],
  ordinary: ['spicy'],
  "preparesReferences ? `; with frames: genctl submit … --route ${ordinary}` : ''": [''],
  "nearest ?? 'bash'": ['bash', 'zsh'],
  nearest: ['exit-codes', 'submit'],
  "nearest?.match(/^[a-z]+$/) ? `${nearest} ` : ''": ['', 'submit '],
  "helpTopics.join(' | ')": ['exit-codes'],
  'nameableRoutes[0]': ['tasks'],
  message: [''],
  version: ['1.2.3'],
  other: ['--json', '--quiet'],
  'around.version': ['1.2.3'],
  // Which command it is.
  command: ['submit', 'draft', 'refs', 'finalize', 'rerun'],
};

/** The same where one way of writing stands for something else in one file. */
export const samplesOfFile: Readonly<Record<string, typeof samples>> = {
  'commands/completion.ts': { "nearest ?? 'bash'": ['bash', 'fish'] },
  'commands/compose/run-composer.ts': { name: ['fox'] },
  'commands/compose/talk-through.ts': { name: ['fox'] },
  'commands/line/program.ts': { words: ['submit', 'config set'] },
  'commands/line/id-words.ts': {
    command: ['status', 'wait', 'cancel', 'download', 'show', 'finalize', 'rerun', 'open'],
  },
  'commands/open.ts': { 'shellQuote(id)': ["'job_1 a'"], 'shellQuote(word)': ["'job_1 a'"] },
  'commands/request/earlier-request.ts': {
    line: ['genctl rerun FILE.json', 'genctl diff FILE.json @last'],
    instead: ['', ', or genctl submit'],
  },
  'commands/context/look-at-jobs.ts': { command: ['status', 'show', 'download'] },
  'commands/help.ts': { schema: ['genctl.job/v1'] },
  'commands/api.ts': {
    'shellQuote(path)': ["'/v2/jobs?a=1&b=2'"],
    dashed: ['', '-- '],
    'shellQuote(id)': ['job_1'],
    line: ['submit --body @body.json --route images --sync', 'refs --body @body.json'],
  },
  'commands/models.ts': { id: ['vendor-a/image-1'] },
  'rules/request/offer/ways-of-model.ts': { command: ['refs'] },
  'commands/line/prompt-text.ts': { command: ['submit', 'draft', 'refs', 'compose'] },
  'commands/request/submission-input.ts': { command: ['submit', 'draft', 'refs', 'compose'] },
  'store/setting-table.ts': { name: ['timeout', 'interval'] },
  'store/settings.ts': { name: ['timeout'] },
};

/** What follows the program's name where it is not typed but spoken of. */
export const spokenOf: ReadonlySet<string> = new Set(['could', 'knows', 'met', 'needs', 'was', 'wrote']);
