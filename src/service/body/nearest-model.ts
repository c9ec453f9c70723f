import { nameSlipped, nearestName } from '../../text/nearest-name.ts';
import { familyOf } from '../families/index.ts';

/**
 * The ids that were probably meant by one that is not there, nearest first; none where nothing is near. A vendor that the
 * list or the document has was meant: of another vendor nothing is proposed. What has no vendor is looked for behind all.
 */
export function nearestModels(id: string, ids: readonly string[]): string[] {
  const others = ids.filter((one) => one !== id);
  const [vendor, name] = partsOf(id);
  if (vendor !== undefined) {
    const ofVendor = others.filter((one) => partsOf(one)[0] === vendor);
    const isVendor = ofVendor.length > 0 || familyOf(id) !== undefined;
    const near = isVendor ? nearestOf(name, ofVendor)[0] : nearestName(id, others);
    return near === undefined ? [] : [near];
  }
  return nearestOf(name, others);
}

/** Limit of the models that are proposed, where a name begins more of them, or is in more. */
const begunMost = 3;

/** Those whose name behind the vendor is nearest: several vendors may have the same. Else those that the name begins, or is a part of. */
function nearestOf(name: string, ids: readonly string[]): string[] {
  const near = nearestName(
    name,
    ids.map((id) => partsOf(id)[1]),
  );
  if (near !== undefined) return ids.filter((id) => partsOf(id)[1] === near);
  if (name.length < 2) return [];
  const part = name.toLowerCase();
  const begun = ids.filter((id) => partsOf(id)[1].toLowerCase().startsWith(`${part}-`));
  return (begun.length > 0 ? begun : ids.filter((id) => id.toLowerCase().includes(part))).slice(0, begunMost);
}

/**
 * An id is a slip of another's: of the hand, or without its vendor. Another number, or a word more, means another model, which may be
 * dearer.
 */
export function isModelSlip(id: string, other: string): boolean {
  const whole = id.includes('/') ? other : partsOf(other)[1];
  const [from, to] = [wordsOf(id), wordsOf(whole)];
  if (from.join('') === to.join('')) return true;
  // Word by word: a short word that is another one, such as hd for sd, is no slip in a long id either.
  const isSlip = (word: string, at: number): boolean =>
    word === to[at] || nameSlipped(word, [to[at] ?? '']) !== undefined;
  return from.length === to.length && digitsOf(id) === digitsOf(whole) && from.every(isSlip);
}

function wordsOf(id: string): string[] {
  return id.toLowerCase().split(/[^a-z0-9]+/);
}

function digitsOf(id: string): string {
  return id.replace(/\D/g, '');
}

function partsOf(id: string): readonly [vendor: string | undefined, name: string] {
  const slash = id.indexOf('/');
  return slash === -1 ? [undefined, id] : [id.slice(0, slash).toLowerCase(), id.slice(slash + 1)];
}
