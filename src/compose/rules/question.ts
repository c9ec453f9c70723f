import type { Cast } from '../../account/settings/setting-table.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import type { Field } from '../../service/fields/field.ts';
import type { Answer } from './answer.ts';
import type { Hints } from './field-words.ts';

/** A row to pick. Its words are asked for while it is seen alone, since a list may have thousands. */
export interface Row<Given = Answer> {
  name: string;
  /** Words beside the name. */
  detail?: (() => Hints) | undefined;
  /** Words below the list, while the arrow is at this row. */
  says?: (() => Hints) | undefined;
  answer: Given;
}

/** A question that one of several rows answers. */
export interface PickQuestion<Given = Answer> {
  ask: 'pick';
  message: string;
  rows: readonly Row<Given>[];
  /** The row that the arrow is at first. Without one, Enter takes nothing until the person chooses. */
  preset?: number | undefined;
  hints?: Hints;
  /** A line below a list in which no row has what was typed. */
  unfound?: (typed: string) => string | undefined;
}

/** The answer that a line is, or what is wrong with it. A second Enter takes one that may stay. */
export type Reading<Given = Answer> = { answer: Given } | { fault: string; anyway?: Given };

/** A question that one line answers. */
export interface LineQuestion<Given = Answer> {
  ask: 'line';
  message: string;
  /** The text that the line begins with, or else the one that Enter takes. */
  initial?: string | undefined;
  preset?: string | undefined;
  hints?: Hints;
  /** True if the line may stand for several. */
  takesLines?: boolean;
  /** The file that an editor changes the text in, and what it begins with where nothing was typed. */
  editing?: { draft: string; fileName: string };
  /**
   * The link that is asked for: a URL, and with a cast a local file or a name of that, too. `uploads` is false where the account
   * makes no link of a file.
   */
  link?:
    | { medium: LinkMedium | undefined; cast: Cast | undefined; uploads?: boolean; takesSeveral?: boolean }
    | undefined;
  read(line: string): Reading<Given>;
}

export type Question<Given = Answer> = PickQuestion<Given> | LineQuestion<Given>;

/** A field in question: its place, and the earlier answer; undefined where there is none. */
export interface AskedField {
  place: JsonPlace;
  /** The flag that sets it on a command line. */
  flag: string | undefined;
  field: Field;
  current: unknown;
  /** Why a value can't be the answer: completes `it takes …`. */
  fault: (value: unknown) => string | undefined;
}
