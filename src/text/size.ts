const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in decimal units, three digits: `512 B`, `1.24 MB`, `38.0 MB`. */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return '0 B';
  let place = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  // 999,999 bytes round to a megabyte in three digits.
  if (place > 0 && place < units.length - 1 && Number((bytes / 1000 ** place).toPrecision(3)) >= 1000)
    place += 1;
  return place <= 0 ? `${Math.round(bytes)} B` : `${threeDigits(bytes / 1000 ** place)} ${units[place]}`;
}

/** The progress of a transfer in the unit of the whole: `12.3 of 38.0 MB`; without a total, only the bytes done. */
export function formatTransfer(bytesDone: number, bytesTotal: number | undefined): string {
  if (bytesTotal === undefined || bytesTotal < 1) return formatBytes(bytesDone);
  const total = formatBytes(bytesTotal);
  const place = units.findIndex((unit) => total.endsWith(` ${unit}`));
  const done = bytesDone / 1000 ** place;
  return `${place === 0 ? Math.round(done) : threeDigits(done)} of ${total}`;
}

function threeDigits(value: number): string {
  return value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : String(Math.round(value));
}
