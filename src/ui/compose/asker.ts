import { type Ask, createAsk } from '../prompts.ts';
import type { Terminal } from '../terminal.ts';
import type { Given } from './escape-key.ts';
import { type LineConfig, linePrompt } from './line-prompt.ts';
import { tellPastes } from './paste.ts';
import { type PickConfig, pickPrompt } from './pick-prompt.ts';
import { type Edited, type EditorPorts, editorCommand, editText } from './text-editor.ts';

/** What asking may use of the world around it. */
export interface AskerPorts {
  editor: EditorPorts;
  /** What a file is; undefined where there is none. */
  lookAtFile: (path: string) => FileLook | undefined;
  /** What earlier jobs of a model cost, in words; undefined where there were none. */
  costOf: (model: string) => string | undefined;
}

/** What a look at a file found. */
export interface FileLook {
  /** Such as `png, 1.2 MB`. */
  words: string;
  /** What it holds, where its first bytes say. */
  medium: 'image' | 'video' | 'audio' | undefined;
  /** Whether it can be read as a file: a folder can't. */
  isFile: boolean;
}

/** Asks a person: the two questions that all others are made of, and the editor. */
export interface Asker extends Pick<AskerPorts, 'lookAtFile' | 'costOf'> {
  look: Terminal['err'];
  /** `passing`: what was picked shows by what comes next, so that nothing of the question stays. */
  pick(config: Omit<PickConfig, 'look' | 'onBack'>, passing?: 'passing'): Promise<Given<number>>;
  line(config: Omit<LineConfig, 'look' | 'onBack'>): Promise<Given<string>>;
  /** Has a text changed in an editor. Undefined where it was not: that nothing was saved is told, and what hindered it. */
  edit(text: string, fileName: string): Promise<string | undefined>;
  editorName: string;
}

/** @param instead says the same without questions, for where nothing may be asked. */
export function createAsker(
  terminal: Terminal,
  signal: AbortSignal,
  ports: AskerPorts,
  instead: string,
): Asker {
  const ask: Ask = createAsk(terminal, signal);
  const look = terminal.err;
  const editorName = programOf(editorCommand(ports.editor));
  return {
    look,
    lookAtFile: ports.lookAtFile,
    costOf: ports.costOf,
    editorName,
    pick: (config, passing) =>
      ask({ message: config.message, instead }, (message, context) => {
        const screen = { ...context, clearPromptOnDone: passing !== undefined };
        return pickPrompt({ ...config, message, look, onBack: () => wipe(screen) }, screen);
      }),
    line: (config) =>
      ask({ message: config.message, instead }, async (message, context) => {
        const screen = { ...context, clearPromptOnDone: false };
        look.raw.write(tellPastes.on);
        try {
          return await linePrompt({ ...config, message, look, onBack: () => wipe(screen) }, screen);
        } finally {
          look.raw.write(tellPastes.off);
        }
      }),
    async edit(text, fileName) {
      const edited: Edited = await editText(text, fileName, { ...ports.editor, signal });
      if (edited.ok && edited.isChanged) return edited.text;
      // The question is asked again, and ends by the signal that ended the editor.
      if (signal.aborted) return undefined;
      look.lines([
        edited.ok
          ? `  ${look.colors.dim(`Nothing was changed in ${editorName}.`)}`
          : `${look.colors.bad(look.symbols.bad)} The editor did not end well: ${edited.why}`,
      ]);
      return undefined;
    },
  };
}

/** A question that was gone back from leaves no trace; inquirer looks at this when the question ends. */
function wipe(screen: { clearPromptOnDone: boolean }): void {
  screen.clearPromptOnDone = true;
}

/** `/usr/bin/code --wait` → `code`. */
function programOf(command: string): string {
  return command.trim().split(/\s/, 1)[0]?.split(/[\\/]/).at(-1) ?? command;
}
