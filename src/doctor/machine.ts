import { inspectHome, sweepHome } from '../account/home-health.ts';
import type { CommandContext } from '../command/define-command.ts';
import { MachineError } from '../errors/endings.ts';
import type { Terminal, TerminalStream } from '../terminal/terminal.ts';
import { shellQuote } from '../text/shell-quote.ts';
import { counted } from '../text/shown-value.ts';
import { type Check, failCheck, okCheck, warnCheck } from './check.ts';

/** The oldest Node that genctl runs on. */
const leastNode = [20, 19] as const;

/** `version` as Node says it: `20.19.0`. */
export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return okCheck('node', version);
  return failCheck(
    'node',
    new MachineError({
      code: 'node_too_old',
      message: `${version} is too old`,
      why: `genctl needs ${leastNode.join('.')} or later`,
      hint: 'install a current Node: https://nodejs.org',
    }),
  );
}

export async function homeCheck({
  home,
  clock,
}: Pick<CommandContext, 'home'> & { clock: { nowMs(): number } }): Promise<Check> {
  const folder = await home();
  const health = inspectHome(folder);
  if (health.kind === 'missing') return okCheck('home', `${folder}, created when first needed`);
  const swept = sweepHome(folder, clock.nowMs());
  if (health.othersMode !== 0) {
    const rights = health.othersMode.toString(8).padStart(2, '0');
    const message = `${folder} is open to others (mode 7${rights})`;
    return warnCheck('home', message, `chmod 700 ${shellQuote(folder)}`);
  }
  if (!health.hardLinks) {
    const message = `${folder} is on a file system without hard links: --once is less safe there`;
    return warnCheck('home', message, 'set GENCTL_HOME to a folder on a local disk');
  }
  const left = `${counted(swept, 'half-written file')} of killed processes removed`;
  return okCheck('home', `${folder}, writable, private, with hard links${swept === 0 ? '' : `; ${left}`}`);
}

export function terminalCheck(terminal: Terminal): Check {
  const asks = terminal.whyNotInteractive ?? 'questions can be asked';
  return okCheck(
    'terminal',
    [streamFacts('stdout', terminal.out), streamFacts('stderr', terminal.err), asks].join('; '),
  );
}

function streamFacts(name: string, stream: TerminalStream): string {
  const kind = stream.isTerminal ? `a terminal of ${stream.columns} columns` : 'no terminal';
  const colors = stream.colors.bold('') === '' && stream.colors.bold('x') === 'x' ? 'no colours' : 'colours';
  return `${name}: ${kind}, ${colors}, ${stream.unicode ? 'Unicode' : 'ASCII'}`;
}
