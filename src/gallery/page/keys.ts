import { position } from './views.ts';

/** The keys of the page, each with what it asks for, and the only view in which it does. The help has them. */
const keys = [...document.querySelectorAll<HTMLElement>('#help kbd')].map((shown) => ({
  key: shown.dataset.key ?? shown.textContent,
  act: shown.dataset.act,
  view: shown.closest('dt')?.dataset.view,
}));

/** The act that a key asks for. It is undefined where the key belongs to the element with the focus, or to the browser. */
export function actOfKey(event: KeyboardEvent): string | undefined {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  // A dialog above the page has its own keys. Escape leaves any other element that has the focus.
  if (document.querySelector(':modal, :popover-open') !== null) return undefined;
  if (key !== 'Escape' && target instanceof Element && isKeyOf(target, key)) return undefined;
  return keys.find((one) => one.key === key && (one.view ?? position.view) === position.view)?.act;
}

/** Tells whether an element means something itself by a key. */
function isKeyOf(element: Element, key: string): boolean {
  if (element.matches('input:not([type=checkbox]), select, textarea')) return true;
  if (key === ' ') return element.matches('button, [type=checkbox]');
  return key === 'Enter' && element.matches('button, a');
}
