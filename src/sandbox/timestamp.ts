/** A moment as the service writes it: ISO 8601, UTC offset, microseconds. @see service document §2.1 */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/Z$/, '000+00:00');
}
