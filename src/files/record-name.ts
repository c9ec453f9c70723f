/** A record can't have this name. */
export class RecordNameError extends Error {
  override readonly name = 'RecordNameError';
  readonly code = 'ERECORDNAME';

  constructor(recordName: string) {
    // Quoted as JSON, which shows control characters instead of sending them to a terminal.
    super(
      `not a record name: ${JSON.stringify(recordName.slice(0, 80))} (1 to 200 of A-Z a-z 0-9 . _ -, no dot at either end)`,
    );
  }
}

const safe = /^(?!\.)[A-Za-z0-9._-]{1,200}$/;
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const tornSuffix = /\.torn-\d+$/;

/** Tells whether a record may have this name: portable, without a path, not hidden, no device of Windows, and not a torn record's. */
export function isRecordName(name: string): boolean {
  return safe.test(name) && !name.endsWith('.') && !device.test(name) && !tornSuffix.test(name);
}

/** Tells whether a name is that of a torn record, set aside. */
export function isAsideName(name: string): boolean {
  return tornSuffix.test(name);
}

/** @throws RecordNameError where {@link isRecordName} says no. */
export function assertRecordName(name: string): void {
  if (!isRecordName(name)) throw new RecordNameError(name);
}
