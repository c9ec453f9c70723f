import type { FieldMarks } from '../../outputs/destinations/folder-memory.ts';
import type { MakeIntent } from '../../submit/submit-each.ts';

/** A shot as its line asks for it now. */
export interface WantedShot {
  shot: string;
  fields: FieldMarks;
  /** Makes its intents, with the account. With `bodyInKey` the key is that of a changed line. */
  intentFor: MakeIntent;
  /**
   * Makes the intents that it would have by each other way that a request can go. The way is a part of the key, and a line whose
   * model or `api` was changed may have gone another one before.
   */
  elsewhere(): readonly MakeIntent[];
}

/** Which keys a shot goes by: those of its name alone, or those of its name and its fields, after a change. */
export interface KeyChoice {
  attempt: number;
  bodyInKey: boolean;
}
