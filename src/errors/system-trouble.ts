import { CliError } from './cli-error.ts';
import { MachineError } from './endings.ts';
import { errorCode } from './error-code.ts';
import { type Hint, say, thenAgain } from './hint.ts';

/** Why the system refused, to complete a sentence, and what mends it. */
export interface SystemTrouble {
  why: string;
  mend: string;
  /** True where another folder may not have the trouble. */
  ofPlace?: true;
}

const rights = {
  why: 'you lack the permission',
  mend: 'give yourself permission (chmod, chown)',
  ofPlace: true,
} as const;
const inTheWay = 'a file is where a folder should be: move it away';

/** Errors of this machine: of its disks and its limits. The network has words of its own. */
const troubles: Record<string, SystemTrouble> = {
  ENOSPC: { why: 'the disk is full', mend: 'free space on that disk' },
  EDQUOT: {
    why: 'the quota of the disk is used up',
    mend: 'free some of your quota on that disk',
  },
  EFBIG: {
    why: 'the file is larger than this process may write',
    mend: 'raise the limit on file sizes (ulimit -f)',
  },
  EIO: { why: 'the disk failed', mend: 'check that disk' },
  EROFS: { why: 'the disk is read-only', mend: 'make the file system writable', ofPlace: true },
  EACCES: rights,
  EPERM: rights,
  ENOTDIR: { why: 'a part of the path is a file', mend: inTheWay, ofPlace: true },
  EEXIST: { why: 'a file is in the way', mend: inTheWay, ofPlace: true },
  EISDIR: {
    why: 'there is a folder of that name',
    mend: 'a folder is where a file should be: move it away',
    ofPlace: true,
  },
  ENOENT: { why: 'there is no such file or folder', mend: 'put it back', ofPlace: true },
  ENAMETOOLONG: { why: 'the name is too long for the disk', mend: 'use a shorter path', ofPlace: true },
  ELOOP: { why: 'its symbolic links form a loop', mend: 'fix the links', ofPlace: true },
  EBUSY: { why: 'it is in use', mend: 'wait until it is free' },
  ESTALE: { why: 'the network disk lost it', mend: 'mount that disk again' },
  ENXIO: { why: 'the device is gone', mend: 'check that disk' },
  ENODEV: { why: 'the device is gone', mend: 'check that disk' },
  EMFILE: {
    why: 'genctl has too many files open',
    mend: 'raise the limit on open files (ulimit -n)',
  },
  ENFILE: {
    why: 'this machine has too many files open',
    mend: 'end other programs',
  },
  ENOMEM: { why: 'this machine is out of memory', mend: 'end other programs' },
  EAGAIN: {
    why: 'this machine is out of resources right now',
    mend: 'end other programs',
  },
  NO_WEBASSEMBLY: {
    why: 'Node runs without WebAssembly here, and genctl needs it to read answers',
    mend: 'remove --jitless from NODE_OPTIONS',
  },
  ELOCKED: {
    why: 'another process holds it',
    mend: 'wait for the other process to end',
  },
};

/** Errors for reaching a limit, whatever the process asked for. */
const ofLimits = new Set(['EFBIG', 'EMFILE', 'ENFILE', 'ENOMEM', 'NO_WEBASSEMBLY']);

/** The words of Node for a part of the program that it doesn't find. Packages are asked for by their names. */
const partOfProgram = /^Cannot find module '\.\.?\//;

/** The words for the code of a native error; undefined for a code that is not listed here. */
export function systemTrouble(code: string): SystemTrouble | undefined {
  return Object.hasOwn(troubles, code) ? troubles[code] : undefined;
}

/** Tells whether an error code means that a limit of the process or of the system is reached. */
export function isLimit(code: string): boolean {
  return ofLimits.has(code);
}

/** Tells whether such a limit stopped what threw this error, or caused it. */
export function isOfLimit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isLimit(errorCode(cause) ?? '')) return true;
  return false;
}

/** An error of ours as it is, or what `systemFailure` makes of any other; undefined for a defect. */
export function failureOf(error: unknown): CliError | undefined {
  return error instanceof CliError ? error : systemFailure(error);
}

/**
 * Turns a native error of this machine's disk or limits, which nothing caught earlier, into a MachineError. Undefined for any
 * other error, which is a defect.
 */
export function systemFailure(error: unknown): MachineError | undefined {
  if (error instanceof SyntaxError && error.stack?.startsWith(import.meta.dirname)) return withoutPart(error);
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'MODULE_NOT_FOUND' && partOfProgram.test(error.message)) return withoutPart(error);
  if (!('syscall' in error)) return undefined;
  const { code, syscall } = error;
  if (syscall === 'uv_cwd') return withoutFolder(String(code), error);
  const trouble = systemTrouble(String(code));
  if (trouble === undefined) return undefined;
  if (code === 'ENOENT' && isPart(error)) return withoutPart(error);
  const path = 'path' in error && typeof error.path === 'string' ? ` ${error.path}` : '';
  return new MachineError({
    code: 'machine_failed',
    message: `this machine stopped genctl: ${trouble.why}`,
    why: `${String(code)} at ${String(syscall)}${path}`,
    hint: say`${trouble.mend}${thenAgain}`,
    cause: error,
  });
}

/** Tells whether an error is about a file of the program itself. */
function isPart(error: Error): boolean {
  return 'path' in error && String(error.path).startsWith(import.meta.dirname);
}

/** A part that is loaded only when it is used is gone where another version was installed meanwhile. */
function withoutPart(cause: Error): MachineError {
  return new MachineError({
    code: 'program_replaced',
    message: 'genctl was replaced while it ran',
    why: 'One of its files is gone or half written, as by the install of another version.',
    hint: say`wait until the install is complete (npm install -g genctl)${thenAgain}`,
    cause,
  });
}

/** A shell may still stand in a folder that was removed or moved. */
function withoutFolder(code: string, cause: Error): MachineError {
  return new MachineError({
    code: 'no_working_folder',
    message: 'the folder that genctl was started in is gone',
    why: `It was removed or moved, or you lost access to it (${code}).`,
    hint: say`cd to another one${thenAgain}`,
    cause,
  });
}

/**
 * Turns a native error of the disk into a MachineError: what could not be done, the system's reason with its path, and what
 * mends it. Any other error (one of ours, or a defect) comes back unchanged.
 *
 * @param what such as `the ledger can't be written`.
 */
export function storeFailure(what: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof CliError || code === undefined || !(error instanceof Error)) return error;
  const { mend = `look at ${path}`, ofPlace } = systemTrouble(code) ?? {};
  return new MachineError({
    code: 'store_failed',
    message: `${what}: ${path}`,
    why: error.message,
    hint: say`${mend}${ofPlace ? ', or set GENCTL_HOME to another folder' : ''}${thenAgain}`,
    cause: error,
  });
}

/** Why a program could not be started, with its name, to stand alone or to end a sentence. */
export function whyNotStarted(program: string, error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT')
    return /[/\\]/.test(program)
      ? `there is no program ${program}, or no interpreter that its first line names`
      : `no program ${program} on the PATH`;
  if (code === 'EACCES' || code === 'EPERM') return `this user may not run ${program}`;
  if (code === 'E2BIG') return `${program}: its arguments and variables are longer than the system allows`;
  const why = systemTrouble(code)?.why ?? (error instanceof Error ? error.message : String(error));
  return `${program}: ${why}`;
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'Another program listens there.',
  EACCES: 'Listening there is not permitted.',
  EADDRNOTAVAIL: 'This machine does not have that address.',
  ENOTFOUND: 'No address is known by that name.',
};

/** The error for a port that a program can't listen on. `what` can't: it begins the message; `at` says where. */
export function portUnusable(
  { at, hint, what }: { what: string; at: string; hint: Hint },
  cause: unknown,
): MachineError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new MachineError({
    code: 'port_unusable',
    message: `${what} can't listen on ${at}`,
    why: reasons[code] ?? (cause instanceof Error ? cause.message : String(cause)),
    hint,
    cause,
  });
}
