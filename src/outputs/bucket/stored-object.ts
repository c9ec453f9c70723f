/** The length and the metadata of an object, by its store. */
export interface ObjectFacts {
  bytes: number;
  /** The metadata that was put with it, by the names without their head. */
  metadata: Readonly<Record<string, string>>;
}

/** The type and the metadata to put with an object. */
export interface ObjectWords {
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
}

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

const metadataHead = 'x-amz-meta-';

export function headersOf({ contentType, metadata }: ObjectWords): Record<string, string> {
  // Only what ASCII has travels in a header.
  const words = Object.entries(metadata).map(([name, value]) => [
    `${metadataHead}${name}`,
    encodeURIComponent(value),
  ]);
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...Object.fromEntries(words),
  };
}

export function metadataOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(metadataHead) ? [[name.slice(metadataHead.length), decoded(value)]] : [],
    ),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Somebody else put it there.
    return value;
  }
}
