/**
 * Copies the text of an element, and resolves with what to tell. Where the browser gives no clipboard to a file, the text is selected and
 * copied the old way, or left selected for the person's own keys.
 */
export async function copyText(from: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(from instanceof HTMLTextAreaElement ? from.value : from.textContent);
    return 'Copied';
  } catch {
    if (from instanceof HTMLTextAreaElement) from.select();
    else getSelection()?.selectAllChildren(from);
    return isCopied() ? 'Copied' : 'Selected: press Ctrl+C or ⌘C';
  }
}

function isCopied(): boolean {
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
