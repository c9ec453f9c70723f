/** A row of a table as RFC 4180 writes it, without its line break: cells with quotes, separators or line breaks in them are quoted. */
export function csvLine(cells: readonly string[], separator: ',' | '\t'): string {
  return cells
    .map((cell) => (needsQuotes(cell, separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator);
}

function needsQuotes(cell: string, separator: string): boolean {
  return cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell);
}
