import type { SchemaDocument } from '../../schema/document.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import type { Member } from '../../schema/nodes/members.ts';
import type { PartChoice } from './part-choices.ts';

/** How a person is asked for a value. */
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
  /** A person writes it as JSON: its schema is too large or too unusual for a simpler question. */
  | { kind: 'json' };

/** A value to ask a person for. */
export interface Field {
  name: string;
  /** The schema as it was written: answers are checked against it. */
  schema: unknown;
  /** The document in which its references are looked up. */
  document: SchemaDocument;
  shape: FieldShape;
  required: boolean;
  nullable: boolean;
  /** The value that Enter takes before anything was answered; undefined where there is nothing to offer. */
  preset: unknown;
  /** Those examples of the schema that it allows. They are shown only; Enter never takes one. */
  examples: readonly unknown[];
  /** The schema's default, which the generator uses by itself; undefined where the schema has none. */
  default: unknown;
  /** The schema's description of it; may be empty. */
  says: string;
  /** The values that it takes, in a few words; may be empty. */
  takes: string;
}
