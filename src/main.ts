import { version } from '../package.json';
import type { SandboxPort } from './commands/sandbox-port.ts';

/** The composition root: the only reader of the command line and the environment, the only setter of the exit code. */
async function main(argv: readonly string[]): Promise<void> {
  const { runCommandLine } = await import('./commands/run.ts');
  process.exitCode = await runCommandLine({
    argv,
    environment: process.env,
    stdin: () => process.stdin,
    stdinIsTerminal: () => process.stdin.isTTY === true,
    stdout: process.stdout,
    stderr: process.stderr,
    platform: process.platform,
    workingFolder: process.cwd(),
    version,
    packageFolder: `${import.meta.dirname}/..`,
    onSignal,
    sandbox,
  });
}

/**
 * Hears the first of a signal; the second ends the process as if nobody listened. The listener stays until then: packages
 * that restore the terminal at exit end the process themselves where they find no listener but their own.
 */
function onSignal(signal: NodeJS.Signals, hear: () => void): () => void {
  let heard = false;
  const listener = (): void => {
    if (heard) {
      process.off(signal, listener);
      process.kill(process.pid, signal);
    }
    heard = true;
    hear();
  };
  process.on(signal, listener);
  return () => process.off(signal, listener);
}

/** The embedded service, loaded when it is asked for. */
const sandbox: SandboxPort = {
  async fetch(folder) {
    const { createSandbox, inProcessUrls } = await import('./sandbox/app.ts');
    const service = createSandbox({ ...(await sandboxParts(folder)), ...inProcessUrls });
    return (request) => service.fetch(request);
  },
  async listen({ folder, port, cdn }) {
    const { listenSandbox } = await import('./sandbox/listen.ts');
    return listenSandbox({ ...(await sandboxParts(folder)), port, noCdn: !cdn });
  },
  async reset(folder) {
    const { resetSandbox } = await import('./sandbox/reset.ts');
    return resetSandbox(folder);
  },
  async info() {
    const { sandboxInfo } = await import('./sandbox/info.ts');
    return sandboxInfo();
  },
};

async function sandboxParts(folder: string) {
  const { randomBytes } = await import('node:crypto');
  const { readSpeed } = await import('./commands/sandbox-speed.ts');
  return { folder, nowMs: Date.now, randomBytes, speed: readSpeed(process.env.GENCTL_SANDBOX_SPEED) };
}

async function completeWord(words: readonly string[]): Promise<void> {
  const { completeWord } = await import('./commands/completion/complete-word.ts');
  process.stdout.write(await completeWord(words, process.env));
}

const argv = process.argv.slice(2);
// Needs no parser: this is what an installer, a shell prompt or a bug report asks for.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`genctl ${version}\n`);
// A shell waits for a word to be completed: no parser either.
else if (argv[0] === '__complete') void completeWord(argv.slice(1));
else void main(argv);
