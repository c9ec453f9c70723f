import {
  type CompletedCommand,
  type CompletedFlag,
  completedGlobals,
  kindWord,
  spellings,
} from './completed-commands.ts';
import { fillBody } from './fill-body.ts';

/** The script for PowerShell, from 5 on. */
export function powershellScript(commands: readonly CompletedCommand[]): string {
  return fillBody('body.ps1', {
    TABLE: commands.map(entry).join('\n'),
    GLOBALS: completedGlobals.flatMap(flagLines).join('\n'),
  });
}

function entry({ arguments: positions, commands, flags, name, repeats }: CompletedCommand): string {
  const indent = (lines: readonly string[]): string => lines.map((line) => `\n        ${line}`).join('');
  const names = commands.map((one) => `        ${quoted(one.name)} = ${quoted(one.says)}`);
  return `        ${quoted(name)} = @{
            Commands = [ordered]@{${indent(names)}
            }
            Flags = [ordered]@{${indent(flags.flatMap(flagLines))}
            }
            Arguments = @(${positions.map(({ kind }) => quoted(kindWord(kind))).join(', ')})
            Repeats = $${repeats}
        }`;
}

function flagLines(flag: CompletedFlag): string[] {
  const kind = flag.kind === undefined ? '' : kindWord(flag.kind);
  return spellings(flag).map(
    (spelling) => `        ${quoted(spelling)} = @(${quoted(kind)}, ${quoted(flag.says)})`,
  );
}

/** In single quotes PowerShell knows one escape, the quote doubled; it takes ’ for a quote as well. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
