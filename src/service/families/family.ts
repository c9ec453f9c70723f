import { ownValue } from '../../text/json-object.ts';
import { documentedValues, inputOptions, type OptionsWith } from '../options.ts';
import type { PromptShape, TaskRoute } from '../request-route.ts';
import type { ContainerFormat, Medium, Resolution } from '../wire-values.ts';

/** How much reference media one request may carry. @see service document §2.7 */
export interface ReferenceCeilings {
  images: number;
  videos: number;
  audio: number;
  /** Length of one reference clip. Unit: s. */
  clipSeconds: { least: number; most: number };
  /** Length of all reference clips together. Unit: s. */
  clipsTotalSeconds: number;
  /** True if sound may come without a picture or clip. */
  audioAlone: boolean;
}

/** The options that some families alone read: true in the table of one that does. */
type OptionsOfSome = { readonly [Name in OptionsWith<{ ignored: object }>]?: true };

/**
 * The options of a family, as the document lists them, where they are not as in `options.ts`: what it takes of an option, under its
 * name there. @see service document §2.7
 */
export type VideoOptionTable = OptionsOfSome & {
  resolution: readonly Resolution[];
  /** Length of the output. Unit: s. */
  duration: { least: number; most: number; modelChooses: boolean };
  output_format: readonly ContainerFormat[];
  /** True if drafts and finals exist. @see service document §3 */
  draft?: true;
  /**
   * The refuser of a value outside these lists: the service at submit, or the generator. `advice`: the document shows the model's
   * ceilings but not its tables, so the value may be fine.
   */
  unlisted: { resolution: 'service' | 'advice'; others: 'generator' | 'advice' };
};

/** One model family: everything the program knows of it without asking the service. */
export interface ModelFamily {
  /** A short name for messages, such as `the 2.5 tier`. */
  name: string;
  /** Matches the model ids of the family. Families are tried in the order of the table. */
  ids: RegExp;
  /** Ids that the document spells out or describes. Other ids that match may or may not be served. Absent where it shows none. */
  namedIds?: readonly string[];
  /** Output medium; undefined where only the model list can say. */
  medium: Medium | undefined;
  promptShape: PromptShape;
  /** True if `POST /v2/jobs` serves these ids. */
  jobs: boolean;
  /** The v1 routes that serve it; the first one is the default. */
  tasks: readonly TaskRoute[];
  /** True if it rewrites prompts where it is asked to. @see service document §2.4 */
  promptEnhance?: true;
  /** True if these are the vendor's own ids: nothing says what the model behind one can do. @see service document §4.5 */
  ownIds?: true;
  /** Absent where the document does not show the family's parameters. */
  options?: VideoOptionTable;
  references?: ReferenceCeilings;
}

/** Tells whether a family reads an option, instead of ignoring it. */
export function isRead(name: string, table: VideoOptionTable): boolean {
  return inputOptions.get(name)?.ignored === undefined || ownValue(table, name) === true;
}

/** The words that a family takes for an option; none for an option that takes values of a kind. */
export function wordsTaken(name: string, table: VideoOptionTable): readonly string[] {
  const own = ownValue(table, name);
  return Array.isArray(own) ? own : documentedValues(name);
}
