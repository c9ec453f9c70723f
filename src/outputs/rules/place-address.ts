import { gapLeft, UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';

/** A bucket of an object store, and what the names of its objects begin with. */
export interface BucketAddress {
  bucket: string;
  /** Without a slash at either end; empty where the names begin at the bucket. */
  prefix: string;
}

/** The place for files: a folder of this machine, or a bucket. */
export type PlaceAddress = { kind: 'file'; dir: string } | ({ kind: 's3' } & BucketAddress);

const scheme = 's3://';
/** The gap for a bucket in a suggested line. */
const bucketGap = 'BUCKET';
/** A key has 1,024 bytes at most; the rest is for the name of the file, its number and `.json`. */
const prefixBytesMost = 700;

/** Tells whether a path is that of an object, and not of a file here. */
export function isObjectUri(path: string): boolean {
  return path.startsWith(scheme);
}

/** The URI of an object, as it is recorded and printed. */
export function objectUri(bucket: string, key: string): string {
  return `${scheme}${bucket}/${key}`;
}

/** The name of the object that is put and removed to try a store; more may follow. */
export const probeName = '.genctl-probe';

/** Names the subject of a call in messages: its object; without a key, the bucket; for the object of a trial, the place tried. */
export function toldUri(bucket: string, key: string): string {
  const at = key.lastIndexOf('/') + 1;
  const told = key.startsWith(probeName, at) ? key.slice(0, Math.max(0, at - 1)) : key;
  return told === '' ? `${scheme}${bucket}` : objectUri(bucket, told);
}

/** The key of a file that has this relative name. */
export function keyOf({ prefix }: BucketAddress, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Reads the value of `--dir`: `s3://BUCKET/PREFIX`, or else a folder. Throws UsageError for a URI that names no bucket, or none yet, and for any other. */
export function readPlace(dir: string): PlaceAddress {
  if (!/^s3:/i.test(dir)) {
    const [, other] = /^([a-z][a-z\d+.-]+:\/\/)/i.exec(dir) ?? [];
    if (other === undefined) return { kind: 'file', dir };
    throw notTaken(dir, `genctl does not write to ${other}…; a folder of that name would be ./${dir}.`);
  }
  if (!isObjectUri(dir)) throw misspelt(dir);
  const { bucket, prefix } = partsOf(dir);
  if (bucket === bucketGap) throw gapLeft(bucketGap);
  const fault = faultOf(bucket, prefix);
  if (fault === undefined) return { kind: 's3', bucket, prefix };
  throw notTaken(dir, fault);
}

function partsOf(uri: string): BucketAddress {
  const [bucket = '', ...path] = uri.slice(scheme.length).split('/');
  return { bucket, prefix: path.join('/').replace(/\/+$/, '') };
}

/** The error for `S3://shots` and `s3:/shots`: an object is known again by its URI, which is written in one way alone. */
function misspelt(dir: string): UsageError {
  const meant = dir.replace(/^s3:\/*/i, scheme);
  const { bucket, prefix } = partsOf(meant);
  const isPlain = /^[\w:/.-]+$/.test(meant) && bucket !== bucketGap && faultOf(bucket, prefix) === undefined;
  const why = `A bucket begins with ${scheme}, in lowercase and with two slashes; a folder of that name would be ./${dir}.`;
  return notTaken(dir, why, isPlain ? meant : undefined);
}

function notTaken(dir: string, why: string, meant = `${scheme}${bucketGap}/PREFIX`): UsageError {
  return new UsageError({
    code: 'invalid_flag',
    message: `--dir does not take ${JSON.stringify(dir)}`,
    why,
    hint: typedWith('--dir', meant),
  });
}

/** Tells whether a part of an address is `.` or `..`. */
export function isDots(part: string): boolean {
  return part === '.' || part === '..';
}

function faultOf(bucket: string, prefix: string): string | undefined {
  if (!/^[a-z0-9][\w.-]{1,61}[a-z0-9]$/i.test(bucket))
    return `A bucket has 3 to 63 letters, digits, dots and dashes, and ${JSON.stringify(bucket)} is not that.`;
  if (prefix === '') return undefined;
  if (prefix.split('/').some((part) => part === '' || isDots(part)))
    return "A part of its path is empty, `.` or `..`, which an object's address can't have.";
  if (/[\p{Cc}\p{Cs}]/u.test(prefix)) return 'Its path holds a control character.';
  const bytes = Buffer.byteLength(prefix);
  return bytes > prefixBytesMost
    ? `Its path has ${bytes} bytes; with a file name, a key would be longer than 1,024.`
    : undefined;
}
