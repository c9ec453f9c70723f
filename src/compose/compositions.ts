import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Account } from '../account/account.ts';
import type { Clock } from '../api/transport/clock.ts';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { storeFailure } from '../errors/system-trouble.ts';
import { createRecordFolder, isRecordName } from '../files/record-folder.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import { promptText } from '../service/body/asked-fields.ts';
import { isoTime } from '../text/iso-time.ts';
import { nearestName } from '../text/nearest-name.ts';
import { safeLine } from '../text/safe-text.ts';
import { slugOf } from '../text/slug.ts';
import { cutToWidth } from '../text/text-width.ts';
import { formatWhen } from '../text/time.ts';
import { filesToKeep, keptFilesSchema } from './kept-files.ts';
import {
  begunAt,
  type Composition,
  inputOf,
  type KeptComposition,
  keptSchema,
  modelOf,
} from './rules/composition.ts';
import { promptOf } from './rules/prompt-words.ts';

/** A request that was begun in the composer and not sent. It never holds a key. */
const savedSchema = z.object({
  schema: z.literal(1),
  /** ISO 8601. */
  saved_at: z.catch(z.string(), ''),
  profile: z.string(),
  base_url: z.string(),
  composition: keptSchema,
  /** Its files; undefined in one of an older genctl, whose paths are as they were typed. */
  files: z.catch(z.optional(keptFilesSchema), undefined),
});

export type SavedComposition = z.infer<typeof savedSchema>;
/** Parts that it lacks are as in a new one. */
type ToSave = Omit<SavedComposition, 'composition' | 'files'> &
  Pick<Partial<SavedComposition>, 'files'> & { composition: Partial<KeptComposition> };

const extension = '.json';

/** The saved requests of this machine, one file each, 0600. Every method throws MachineError where the disk fails. */
export function openCompositions(home: string) {
  const path = join(home, 'compositions');
  const folder = createRecordFolder(path);
  const guarded = <Value>(what: string, work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      throw storeFailure(what, path, error);
    }
  };
  const names = () =>
    guarded("what was begun can't be listed", () =>
      folder
        .names()
        .filter((file) => file.endsWith(extension))
        .sort((one, other) => savedMsOf(join(path, other)) - savedMsOf(join(path, one)))
        .map((file) => file.slice(0, -extension.length)),
    );
  return {
    /** The names, that which was saved last first. */
    names,
    /** Saves a request under a name and replaces an earlier one of that name. */
    save: (name: string, saved: ToSave) =>
      guarded("what was entered can't be kept", () =>
        folder.write(`${name}${extension}`, Buffer.from(JSON.stringify(saved, undefined, 2))),
      ),
    /** Throws UsageError where nothing of that name is kept, with the names that are, and where it can't be read. */
    read(name: string): SavedComposition {
      const bytes = guarded("what was entered can't be read", () =>
        isCompositionName(name) ? folder.read(`${name}${extension}`) : undefined,
      );
      if (bytes === undefined) throw unknownName(name, names().sort());
      const saved = z.safeParse(savedSchema, tryReadJson(bytes.toString('utf8')));
      if (saved.success) return saved.data;
      throw new UsageError({
        code: 'composition_unreadable',
        message: `The request kept as ${name} can't be read`,
        why: 'The file is damaged, or of a newer genctl.',
        hint: genctl`compose`,
      });
    },
    remove: (name: string) => {
      guarded("what was entered can't be removed", () => folder.remove(`${name}${extension}`));
    },
  };
}

type Compositions = ReturnType<typeof openCompositions>;

/** The most characters of a prompt in a list. */
const wordsMost = 50;

/** The age of a kept request, and the beginning of its prompt: `5 min ago: a red fox`. */
export function keptWords(store: Compositions, name: string, nowMs: number): string {
  try {
    const { composition, saved_at: savedAt } = store.read(name);
    const { begun, body } = composition;
    const [half = ''] = Object.values(begun);
    const text = promptText(body) ?? half;
    const words = cutToWidth(safeLine(text), wordsMost, '...');
    return [formatWhen(savedAt, nowMs), words].filter(Boolean).join(': ');
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return "it can't be read";
  }
}

/** Tells whether a request can be saved under a name: it must be short, and a valid file name on every system. */
export function isCompositionName(name: string): boolean {
  return name.length <= 64 && isRecordName(name) && isRecordName(`${name}${extension}`);
}

/** When a file was written; 0 for one that is gone by now. Unit: ms. */
function savedMsOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function unknownName(name: string, known: readonly string[]): UsageError {
  const isNone = known.length === 0;
  return new UsageError({
    code: 'composition_unknown',
    message: name === '' ? 'Nothing is kept' : `Nothing is kept as ${name}`,
    why: isNone ? 'Compose keeps your answers until it sends them.' : `There is: ${known.join(', ')}.`,
    hint: isNone ? genctl`compose` : genctl`compose --resume ${nearestName(name, known) ?? known[0]}`,
  });
}

/** A composition as it is kept: with whole paths, and with what its files are. */
function withFiles(composition: Composition, folder: () => string) {
  const { body, files } = filesToKeep(composition, folder);
  return { composition: z.parse(keptSchema, { ...composition, body }), files };
}

/** Means of a keeper. */
interface KeeperMeans {
  store: Compositions;
  clock: Clock;
  /** The folder that relative paths are of. */
  folder: () => string;
  /** The name of the saved composition that is continued. */
  resumed: string | undefined;
}

/** Holds the composition, and saves it when the person has to leave. */
export function createKeeper({ clock, folder, resumed, store }: KeeperMeans) {
  let held: { composition: Composition; account: Account } | undefined;
  let keptAs = resumed;
  let isSent = false;
  const suggestedName = (): string => {
    if (keptAs !== undefined || held === undefined) return keptAs ?? 'request';
    const input = inputOf(held.composition);
    const words =
      promptOf(input, 'prompt') ?? promptOf(input, 'content') ?? begunAt(held.composition, { at: 'prompt' });
    return freeName(compositionName(words, modelOf(held.composition)), store.names());
  };
  return {
    /** A free name for the composition. */
    suggestedName,
    /** The name that the composition is saved under; undefined where it is not. */
    keptAs: () => keptAs,
    /** Replaces the composition that is held. */
    hold(composition: Composition, account: Account) {
      held = { composition, account };
    },
    /** Saves the composition and returns its name; undefined where nothing was entered yet, or it was sent. */
    keep(name?: string): string | undefined {
      if (held === undefined || isSent || isEmpty(held.composition)) return undefined;
      const { account, composition } = held;
      keptAs = name ?? suggestedName();
      store.save(keptAs, {
        schema: 1,
        saved_at: isoTime(clock.nowMs()),
        profile: account.profile,
        base_url: account.baseUrl,
        ...withFiles(composition, folder),
      });
      return keptAs;
    },
    /** Removes the composition and saves it no more: it became a job, or the person does not want it. */
    sent() {
      isSent = true;
      if (keptAs !== undefined) store.remove(keptAs);
    },
    isSent: () => isSent,
  };
}

export type Keeper = ReturnType<typeof createKeeper>;

function isEmpty({ begun, body }: Composition): boolean {
  return Object.keys({ ...begun, ...body }).length === 0;
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}

/** A name for a composition: the first words of its prompt, else its model. Lower case, with hyphens. */
export function compositionName(words: string | undefined, model: string | undefined): string {
  return shortName(words) || shortName(model?.split('/').at(-1)) || 'request';
}

function shortName(text = ''): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/g, ' ');
  const words = slugOf(plain)?.split('-') ?? [];
  return words
    .filter((word) => !articles.has(word))
    .slice(0, 3)
    .join('-');
}

const articles = new Set(['a', 'an', 'the']);
