import { element, part } from './element.ts';
import { keyHelp } from './keys.ts';

/** The list of keys, above the page while it is read. */
export function createHelp(): { open(): void; readonly isOpen: boolean } {
  const dialog = part('help', HTMLDialogElement);
  const list = part('help-keys', HTMLElement);
  for (const [keys, says] of keyHelp)
    list.append(element('dt', {}, ...keys.map((key) => element('kbd', {}, key))), element('dd', {}, says));
  const open = (): void => dialog.showModal();
  part('help-open', HTMLButtonElement).addEventListener('click', open);
  return {
    open,
    get isOpen() {
      return dialog.open;
    },
  };
}
