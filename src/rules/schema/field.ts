import type { SchemaDocument } from './document.ts';
import type { PartChoice } from './part-choices.ts';

/** How a value is asked for. */
export type FieldShape =
  | { kind: 'choice'; values: readonly unknown[] }
  | { kind: 'confirm' }
  | { kind: 'number' }
  | { kind: 'text' }
  | { kind: 'link'; medium: LinkMedium | undefined }
  | { kind: 'object'; members: readonly Member[] }
  | { kind: 'list'; item: unknown; least: number; most: number }
  | { kind: 'content'; parts: readonly PartChoice[]; least: number; most: number }
  /** One of several kinds of value. */
  | { kind: 'variant'; options: readonly { label: string; schema: unknown }[] }
  /** Written as JSON: nothing shorter would do it justice. */
  | { kind: 'json' };

export type LinkMedium = 'image' | 'video' | 'audio';

/** A member of an object that can be asked for. */
export interface Member {
  name: string;
  schema: unknown;
  required: boolean;
}

/** A value that can be asked for. */
export interface Field {
  name: string;
  /** The schema as it was written: answers are held against it. */
  schema: unknown;
  /** The document that its references are looked up in. */
  document: SchemaDocument;
  shape: FieldShape;
  required: boolean;
  nullable: boolean;
  /** What Enter takes where nothing was answered yet; undefined where there is nothing to offer. */
  preset: unknown;
  /** What the schema shows as examples, as far as it allows them: to be read, and never taken by Enter. */
  examples: readonly unknown[];
  /** What the schema says the generator does by itself; undefined where it says nothing. */
  default: unknown;
  /** What the schema says of it; may be empty. */
  says: string;
  /** What it takes, in a few words; may be empty. */
  takes: string;
}
