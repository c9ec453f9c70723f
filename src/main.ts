import { version } from '../package.json';
import type { SandboxPort } from './cli/sandbox/sandbox-port.ts';
import type { ExitCode, exitCodes } from './errors/exit-codes.ts';

/** The composition root: the only reader of the command line and the environment, the only setter of the exit code. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  const { runCommandLine } = await import('./run/line/run.ts');
  const { wholeFolder } = await import('./cli/surroundings.ts');
  const { DirectStream, standardStream } = await import('./terminal/standard-stream.ts');
  const stdout = standardStream('stdout', process);
  const stderr = standardStream('stderr', process);
  return runCommandLine({
    argv,
    environment: process.env,
    stdin: () => process.stdin,
    stdinIsTerminal: () => process.stdin.isTTY === true,
    stdout,
    stderr,
    platform: process.platform,
    get workingFolder() {
      return wholeFolder(process.cwd());
    },
    version,
    packageFolder: `${import.meta.dirname}/..`,
    onSignal(signal, hear) {
      // A listening program outlives a signal, and could not hear one while a text waits for its reader.
      for (const stream of [stdout, stderr]) if (stream instanceof DirectStream) stream.goThroughLoop();
      return onSignal(signal, hear);
    },
    sandbox,
  });
}

/** A terminal that closes tells its processes so more than once: the kernel does, and the shell. Unit: ms. */
const sameHangupMs = 2_000;

/**
 * Hears a signal until `hear` says that the process is to end as if nobody listened. The listener stays until then: packages
 * that restore the terminal at exit end the process themselves where they find no listener but their own.
 */
function onSignal(signal: NodeJS.Signals, hear: () => 'go on' | 'end'): () => void {
  let heardAtMs: number | undefined;
  const listener = (): void => {
    const isSame =
      signal === 'SIGHUP' && heardAtMs !== undefined && performance.now() - heardAtMs < sameHangupMs;
    if (isSame) return;
    heardAtMs = performance.now();
    if (hear() === 'go on') return;
    process.off(signal, listener);
    process.kill(process.pid, signal);
  };
  process.on(signal, listener);
  return () => process.off(signal, listener);
}

/** The embedded service, loaded when it is asked for. */
const sandbox: SandboxPort = {
  async fetch({ folder, warn }) {
    const { createSandbox, inProcessUrls } = await import('./sandbox/app.ts');
    const service = createSandbox({
      ...(await sandboxParts(folder)),
      ...inProcessUrls,
      embedded: true,
      warn,
    });
    return (request) => service.fetch(request);
  },
  async listen({ folder, cdn, ...how }) {
    const { listenSandbox } = await import('./sandbox/listen.ts');
    return listenSandbox({ ...(await sandboxParts(folder)), ...how, noCdn: !cdn });
  },
  reset: async (folder) => (await import('./sandbox/reset.ts')).resetSandbox(folder),
  info: async () => (await import('./sandbox/info.ts')).sandboxInfo(),
  taskModels: async () => (await import('./sandbox/catalogue/index.ts')).taskCatalogue,
  models: async () => (await import('./sandbox/catalogue/index.ts')).servedModels,
  prices: async () => (await import('./sandbox/info.ts')).sandboxPrices(),
  modelNames: async () => (await import('./sandbox/catalogue/names.ts')).catalogueNames,
};

async function sandboxParts(folder: string) {
  const { randomBytes } = await import('node:crypto');
  const { readSpeed } = await import('./cli/sandbox/sandbox-port.ts');
  return { folder, nowMs: Date.now, randomBytes, speed: readSpeed(process.env.GENCTL_SANDBOX_SPEED) };
}

async function completeWord(words: readonly string[]): Promise<void> {
  try {
    const { completeWord } = await import('./run/completion/complete-word.ts');
    const { standardStream } = await import('./terminal/standard-stream.ts');
    const stdout = standardStream('stdout', process);
    stdout.on('error', endSilently);
    const parts = { environment: process.env, workingFolder: process.cwd, sandbox, version, nowMs: Date.now };
    stdout.write(await completeWord(words, parts));
  } catch (error) {
    endSilently(error);
  }
}

/** A shell in the middle of a line has no place for words of ours. */
function endSilently(error: unknown): void {
  process.exitCode = exitOf(error);
}

/** Sets how the process ends. Never rejects. */
async function run(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(argv);
  } catch (error) {
    const exit_code = exitOf(error);
    process.exitCode = exit_code;
    const message = `genctl ${version} could not start`;
    const why =
      error instanceof Error && 'syscall' in error ? error.message : 'A part of it can’t be loaded.';
    const hint = 'check the limits with ulimit -a and df; if they are fine: npm install -g genctl';
    // The code that words errors could not be loaded either.
    const failure = { code: 'not_started', message, hint, retryable: true, exit_code };
    const text = argv.includes('--json')
      ? JSON.stringify({ error: { ...failure, job_id: null, idempotency_key: null, why } })
      : `✗ ${message}\n  ${why}\n  → ${hint}`;
    // The exit code alone tells it if stderr fails as well.
    process.stderr.on('error', () => {});
    process.stderr.write(`${text}\n`);
  }
}

function exitOf(error: unknown): ExitCode {
  const machine: typeof exitCodes.machine.code = 14;
  const defect: typeof exitCodes.defect.code = 1;
  return error instanceof Error && 'syscall' in error ? machine : defect;
}

const argv = process.argv.slice(2);
// A shell waits for a word to be completed: no parser either.
if (argv[0] === '__complete') void completeWord(argv.slice(1));
else void run(argv);
