import {
  type CompletedCommand,
  type CompletedFlag,
  completedGlobals,
  singleQuoted,
  type ValueKind,
} from './completed-commands.ts';
import { fillBody } from './fill-body.ts';

/** The script for zsh: to be sourced, or put on fpath as `_genctl`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return fillBody('body.zsh', {
    GLOBALS: completedGlobals.map((flag) => `  ${flagSpec(flag)}`).join('\n'),
    LISTS: commands
      .filter((command) => command.commands.length > 0)
      .map(listing)
      .join('\n\n'),
    COMMANDS: commands
      .filter(({ name }) => name !== '' && !name.includes(' '))
      .map((command) => commandCase(command, commands))
      .join('\n'),
  });
}

function listing({ name, commands }: CompletedCommand): string {
  const items = commands.map((one) => `    ${singleQuoted(`${one.name}:${one.says}`)}\n`);
  return `_genctl_list${name === '' ? '' : `_${name}`}() {
  local -a commands
  commands=(
${items.join('')}  )
  _describe -t commands command commands
}`;
}

function commandCase(command: CompletedCommand, all: readonly CompletedCommand[]): string {
  const below = all.filter(({ name }) => name.startsWith(`${command.name} `));
  const own = specs(command);
  if (below.length === 0) return `        ${command.name})\n${argumentsCall(own, 10)} ;;`;
  const cases = below.map((one) => {
    const name = one.name.slice(command.name.length + 1);
    return `                ${name})\n${argumentsCall(specs(one), 18)} ;;`;
  });
  return `        ${command.name})
${argumentsCall([...own, "':command:->command'", "'*::argument:->rest'"], 10, "-C -A '-*' ")}
          case $state in
            command) _genctl_list_${command.name} && ret=0 ;;
            rest)
              case $line[1] in
${cases.join('\n')}
              esac
              ;;
          esac
          ;;`;
}

function argumentsCall(own: readonly string[], indent: number, flags = ''): string {
  const space = ' '.repeat(indent);
  const lines = [`${space}_arguments ${flags}-s $_genctl_globals`, ...own.map((spec) => `${space}  ${spec}`)];
  return `${lines.join(' \\\n')} && ret=0`;
}

function specs({ arguments: positions, flags, repeats }: CompletedCommand): string[] {
  const words = positions.map(({ name, kind }, place) => {
    const prefix = repeats && place === positions.length - 1 ? '*' : '';
    // A message there would keep zsh from inserting the one flag that fits.
    return singleQuoted(`${prefix}:${name}:${kind === 'anything' ? '()' : action(kind)}`);
  });
  return [...flags.map(flagSpec), ...words];
}

/** One flag as `_arguments` reads it: `'(-m --model)'{-m+,--model=}'[what it is]:id:action'`. */
function flagSpec(flag: CompletedFlag): string {
  const { isRepeatable, kind, long, says, short, value = '' } = flag;
  const explained = `[${says.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  const taken = kind === undefined ? '' : `:${value.replaceAll(':', '\\:')}:${action(kind)}`;
  const [plus, equals] = kind === undefined ? ['', ''] : ['+', '='];
  if (short === undefined)
    return singleQuoted(`${isRepeatable ? '*' : ''}${long}${equals}${explained}${taken}`);
  return `'(${short} ${long})'{${short}${plus},${long}${equals}}${singleQuoted(`${explained}${taken}`)}`;
}

function action(kind: ValueKind): string {
  if (kind === 'anything') return ' ';
  if ('choices' in kind) return `(${kind.choices.map((choice) => choice.replaceAll(':', '\\:')).join(' ')})`;
  switch (kind.completes) {
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'text':
      return '_genctl_text';
    case 'job-or-file':
      return '_genctl_job_or_file';
    default:
      return `_genctl_ask ${kind.completes}`;
  }
}
