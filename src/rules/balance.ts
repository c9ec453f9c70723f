import type { WireError } from '../contract/wire-error.ts';

/** Whether a refusal speaks of the account's balance. @see service document §7.2 */
export function namesBalance({ code, message }: WireError): boolean {
  const spoken = `${code ?? ''} ${message ?? ''}`.replaceAll('_', ' ');
  return /\bbalance\b|\binsufficient[ -]?(funds|credits?)|\bout of (funds|credits?)\b|\btop up\b|payment required/i.test(
    spoken,
  );
}
