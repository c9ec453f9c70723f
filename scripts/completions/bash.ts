import {
  type CompletedCommand,
  type CompletedFlag,
  completedGlobals,
  kindWord,
  singleQuoted,
  spellings,
} from './completed-commands.ts';
import { fillBody } from './fill-body.ts';

/** The script for bash, from 3.2 on. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return fillBody('body.bash', {
    FOLLOWS: commands.map(followingCase).join('\n'),
    GLOBALS: completedGlobals.flatMap(spellings).join(' '),
    TAKES: takingCases(commands).join('\n'),
  });
}

function followingCase({ name, commands, flags, arguments: positions, repeats }: CompletedCommand): string {
  const kinds = positions.map(({ kind }) => singleQuoted(kindWord(kind)));
  const parts = [
    commands.length === 0 ? '' : `commands='${commands.map((one) => one.name).join(' ')}'`,
    flags.length === 0 ? '' : `flags='${flags.flatMap(spellings).join(' ')}'`,
    kinds.length === 0 ? '' : `positions=(${kinds.join(' ')})`,
    repeats ? 'repeats=1' : '',
  ].filter((part) => part !== '');
  return `    '${name}') ${parts.length === 0 ? ':' : parts.join(' ')} ;;`;
}

/** A case a kind, with every flag of it; the global flags last, under any command. */
function takingCases(commands: readonly CompletedCommand[]): string[] {
  const own = commands.flatMap(({ name, flags }) =>
    flags.map((flag) => ({ flag, before: `'${name} `, after: "'" })),
  );
  const anywhere = completedGlobals.map((flag) => ({ flag, before: "*' ", after: "'" }));
  return [...casesOf(own), ...casesOf(anywhere)];
}

function casesOf(flags: readonly { flag: CompletedFlag; before: string; after: string }[]): string[] {
  const patterns = new Map<string, string[]>();
  for (const { flag, before, after } of flags) {
    if (flag.kind === undefined) continue;
    const word = kindWord(flag.kind);
    const own = spellings(flag).map((spelling) => `${before}${spelling}${after}`);
    patterns.set(word, [...(patterns.get(word) ?? []), ...own]);
  }
  return [...patterns].map(([kind, own]) => `    ${own.join('|')})\n      kind=${singleQuoted(kind)} ;;`);
}
