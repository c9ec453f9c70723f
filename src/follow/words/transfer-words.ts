import type { TransferSum } from '../../outputs/downloads/transfers.ts';
import { formatDuration } from '../../text/duration.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes, formatTransfer } from '../../text/size.ts';

/** The progress of the current downloads: bytes, and the speed and the time left where they are known. */
export function transferWords({ bytesDone, bytesTotal, bytesPerSecond, leftMs }: TransferSum): string[] {
  return [
    formatTransfer(bytesDone, bytesTotal),
    ...(bytesPerSecond === undefined ? [] : [`${formatBytes(bytesPerSecond)}/s`]),
    ...(leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`]),
  ];
}

/** The name of the current downloads: a single file by its name, several by their number; and how many are finished. */
export function transferName({ path, running, arrived }: TransferSum): string {
  const name = path === undefined ? `${running} files` : safeLine(baseName(path));
  return arrived === 0 ? name : `${name}, ${arrived} here`;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
