/** What a refusal says of itself: a code and a sentence, where it has them. */
export interface RefusalWords {
  code?: string | undefined;
  message?: string | undefined;
}

/** Whether a refusal speaks of the account's balance. @see service document §7.2 */
export function namesBalance({ code, message }: RefusalWords): boolean {
  const spoken = `${code ?? ''} ${message ?? ''}`.replaceAll('_', ' ');
  return /\bbalance\b|\binsufficient[ -]?(funds|credits?)|\bout of (funds|credits?)\b|\btop up\b|payment required/i.test(
    spoken,
  );
}
