/**
 * How long a text is in UTF-8, without making its bytes. Half a pair of surrogates counts as the sign that is written in its place.
 * Unit: bytes.
 */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    // A pair takes four bytes: three for its first half, by now, and the one that its second half was counted as.
    if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) at += 1;
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
