/** A moment, unit: ms since 1970, as ISO 8601 in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The day of a time, `2026-03-04`, in UTC: costs are added up by it, and budgets go by it. Unit: ms since 1970. */
export function utcDay(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

/** The month of a day, `2026-03`. */
export function monthOfDay(day: string): string {
  return day.slice(0, 7);
}
