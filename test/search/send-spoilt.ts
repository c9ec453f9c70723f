import type { ServerResponse } from 'node:http';
import type { Spoiling } from './faults.ts';

/** Sends an answer of the service, or what a fault makes of it. If the service has not seen the request, there is no answer. */
export async function sendSpoilt(
  outgoing: ServerResponse,
  response: Response | undefined,
  spoiling: Spoiling | undefined,
  date: string,
): Promise<void> {
  outgoing.sendDate = false;
  if (spoiling?.kind === 'reset') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  if (spoiling?.kind === 'silence') return;
  if (spoiling?.kind === 'instead' || response === undefined) {
    const { body = '', headers = {}, status = 500 } = spoiling?.kind === 'instead' ? spoiling : {};
    outgoing.writeHead(status, { 'content-type': 'application/json', date, ...headers }).end(body);
    return;
  }
  let bytes = Buffer.from(await response.arrayBuffer());
  if (spoiling?.kind === 'fields' && response.ok) {
    const changed = spoiling.change(JSON.parse(bytes.toString()) as Record<string, unknown>);
    bytes = Buffer.from(JSON.stringify(changed));
  }
  const headers = { ...Object.fromEntries(response.headers), date };
  const length = response.status === 304 ? {} : { 'content-length': String(bytes.length) };
  const other = spoiling?.kind === 'headers' ? spoiling.headers : {};
  outgoing.writeHead(response.status, { ...headers, ...length, ...other });
  if (spoiling?.kind !== 'cut') {
    outgoing.end(bytes);
    return;
  }
  await new Promise<void>((sent) => outgoing.write(bytes.subarray(0, bytes.length / 2), () => sent()));
  outgoing.destroy();
}
