import { chosenCommand } from './chosen-command.ts';
import { copyText } from './copy-text.ts';
import { part } from './element.ts';
import type { PageItem } from './gallery-page.ts';

/** What is ticked, as one command to copy. */
export interface Tray {
  show(ticked: readonly PageItem[]): void;
  copy(): void;
}

/** So long it is said that the line was copied. Unit: ms. */
const saidMs = 2_000;

export function createTray(onClear: () => void): Tray {
  const root = part('tray', HTMLElement);
  const says = part('tray-says', HTMLElement);
  const line = part('tray-line', HTMLTextAreaElement);
  const button = part('tray-copy', HTMLButtonElement);
  const copy = (): void => {
    if (root.hidden) return;
    void copyText(line).then((said) => {
      button.replaceChildren(said);
      setTimeout(() => button.replaceChildren('Copy'), saidMs);
    });
  };
  button.addEventListener('click', copy);
  part('tray-clear', HTMLButtonElement).addEventListener('click', onClear);
  return {
    copy,
    show(ticked) {
      const command = chosenCommand(ticked);
      root.hidden = command.line === '';
      says.replaceChildren(root.hidden ? '' : `${ticked.length} ticked: ${command.says}`);
      line.value = command.line;
    },
  };
}
