/** The length and the headers of an object, by its store. */
export interface ObjectFacts {
  bytes: number;
  /** Names in lower case. */
  headers: Headers;
}

/** Headers to put with an object: its type, and what it says of itself. Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** `free`: only where there is no object of that name. `any`: in the place of one. */
export type PutCondition = 'free' | 'any';

/** The result of a put: `taken` where another object has the name; `lost` where the parts have to be sent anew. */
export type PutOutcome = 'put' | 'taken' | 'lost';

/** The answers that mean that the name is taken. */
export const takenAs = { takes: [412], takesCodes: ['PreconditionFailed'] };

export function isTaken({ code = '', status }: { status: number; code: string | undefined }): boolean {
  return takenAs.takes.includes(status) || takenAs.takesCodes.includes(code);
}

export function conditionOf(condition: PutCondition): Record<string, string> {
  return condition === 'free' ? { 'if-none-match': '*' } : {};
}
