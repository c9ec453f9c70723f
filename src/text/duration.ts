const unitMs = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

const durationPattern =
  /^(?:(\d+(?:\.\d+)?)w)?(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;

/**
 * Reads a duration as it is typed: `90s`, `10m`, `1h30m`, `500ms`, `90d`, `1.5h`, and `0` for none. Units go from the
 * longest to the shortest, each once. A bare number other than 0 is undefined, since its unit would be a guess.
 * Unit of the result: whole ms.
 */
export function parseDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const match = text === '' ? null : durationPattern.exec(text.toLowerCase());
  if (match === null) return undefined;
  const totalMs = Object.values(unitMs).reduce(
    (sum, ms, place) => sum + Number(match[place + 1] ?? 0) * ms,
    0,
  );
  return Number.isSafeInteger(Math.round(totalMs)) ? Math.round(totalMs) : undefined;
}

/** A duration as {@link parseDurationMs} reads it, in the longest unit that has it whole. Unit: whole ms. */
export function durationWord(ms: number): string {
  if (ms === 0) return '0';
  const units = Object.entries(unitMs);
  const [unit, unitLengthMs] = units.find(([, lengthMs]) => ms % lengthMs === 0) ?? ['ms', 1];
  return `${ms / unitLengthMs}${unit}`;
}

/** A length of time in two units at most: `0.4s`, `12s`, `2m 05s`, `1h 04m`, `3d 02h`. */
export function formatDuration(ms: number): string {
  if (!(ms > 0)) return '0s';
  if (ms < 1_000) return `${Math.max(0.1, Math.floor(ms / 100) / 10)}s`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${twoDigits(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`;
}

/** How long ago, in one unit: `just now`, `40 s ago`, `5 min ago`, `23 h ago`, `12 d ago`; in the future: `in 5 min`. */
export function formatAge(ms: number): string {
  if (!Number.isFinite(ms) || Math.abs(ms) < 5_000) return 'just now';
  // Past time is rounded down. Time to come is rounded to the nearest unit: 30 days less a second are not 29 days.
  return ms < 0 ? `in ${oneUnit(-ms, Math.round)}` : `${oneUnit(ms, Math.floor)} ago`;
}

function oneUnit(ms: number, whole: (units: number) => number): string {
  const seconds = whole(ms / unitMs.s);
  if (seconds < 60) return `${seconds} s`;
  const minutes = whole(ms / unitMs.m);
  if (minutes < 60) return `${minutes} min`;
  const hours = whole(ms / unitMs.h);
  if (hours < 48) return `${hours} h`;
  return `${whole(ms / unitMs.d)} d`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
