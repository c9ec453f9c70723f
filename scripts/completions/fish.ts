import {
  type CompletedCommand,
  type CompletedFlag,
  completedGlobals,
  spellings,
  type ValueKind,
} from './completed-commands.ts';
import { fillBody } from './fill-body.ts';

/** The script for fish, from 3.0 on. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const withValue = completedGlobals.filter(({ kind }) => kind !== undefined);
  const subcommands = commands.filter(({ name }) => name.includes(' ')).map(({ name }) => quoted(name));
  return fillBody('body.fish', {
    GLOBALS_WITH_VALUE: withValue.flatMap(spellings).join(' '),
    SUBCOMMANDS: subcommands.join(' '),
    COMPLETES: [
      ...completedGlobals.map((flag) => flagLine(flag, undefined)),
      ...commands.flatMap(commandLines),
    ].join('\n'),
  });
}

function commandLines({ name, arguments: positions, commands, flags, repeats }: CompletedCommand): string[] {
  const at = `__genctl_at ${quoted(name)}`;
  const words = name === '' ? 0 : name.split(' ').length;
  return [
    `\n# genctl ${name}`.trimEnd(),
    ...commands.map(
      (one) => `complete -c genctl -n ${quoted(at)} -a ${quoted(one.name)} -d ${quoted(one.says)}`,
    ),
    ...flags.map((flag) => flagLine(flag, at)),
    ...positions.flatMap(({ kind }, place) => {
      const offered = offers(kind);
      if (offered === '') return [];
      const nth = repeats || positions.length === 1 ? '' : `; and __genctl_has ${words + place}`;
      return [`complete -c genctl -n ${quoted(`${at}${nth}`)} ${offered}`];
    }),
  ];
}

function flagLine(flag: CompletedFlag, at: string | undefined): string {
  const { kind, long, says, short } = flag;
  return [
    'complete -c genctl',
    at === undefined ? '' : `-n ${quoted(at)}`,
    short === undefined ? '' : `-s ${short.slice(1)}`,
    `-l ${long.slice(2)}`,
    kind === undefined ? '' : takes(kind),
    `-d ${quoted(says)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `-x` takes a value and keeps files away, `-r` takes one and leaves them. */
function takes(kind: ValueKind): string {
  const offered = offers(kind);
  return offered.startsWith('-F') ? `-r ${offered}` : `-x ${offered}`.trim();
}

function offers(kind: ValueKind): string {
  if (kind === 'anything') return '';
  if ('choices' in kind) return `-a ${quoted(kind.choices.join(' '))}`;
  switch (kind.completes) {
    case 'file':
      return '-F';
    case 'folder':
      return "-a '(__fish_complete_directories)'";
    case 'text':
      return "-a '(__genctl_text)'";
    case 'job-or-file':
      return "-F -k -a '(__genctl_ask job)'";
    default:
      return `-k -a '(__genctl_ask ${kind.completes})'`;
  }
}

/** In single quotes fish knows two escapes only. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
