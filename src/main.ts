import { version } from '../package.json';

/** The composition root: the only reader of the command line and the environment, the only setter of the exit code. */
async function main(argv: readonly string[]): Promise<void> {
  const { runCommandLine } = await import('./commands/run.ts');
  process.exitCode = await runCommandLine({
    argv,
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    platform: process.platform,
    workingFolder: process.cwd(),
    version,
    onSignal,
    sandbox: {
      async fetch(folder) {
        const { createSandbox } = await import('./sandbox/app.ts');
        return createSandbox({ folder }).fetch;
      },
    },
  });
}

/** Hears a signal once; the second of its kind ends the process as if nobody listened. */
function onSignal(signal: NodeJS.Signals, hear: () => void): () => void {
  process.once(signal, hear);
  return () => process.off(signal, hear);
}

const argv = process.argv.slice(2);
// Needs no parser: this is what an installer, a shell prompt or a bug report asks for.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`genctl ${version}\n`);
else void main(argv);
