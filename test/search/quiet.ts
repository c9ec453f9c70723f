import type { Socket } from 'node:net';

/** What waits for others is there for as long as the process is; anything else is work that is on its way. */
const waiting = /^(TCPSocketWrap|TCPServerWrap|PipeWrap|TTYWrap|MessagePort|Worker|Timeout)$/;

/**
 * Whether nothing is on its way: no work of the system for this process, no turn of the loop that somebody has asked for, and no byte
 * between a client and the service.
 */
export function isQuiet(clients: Iterable<Socket>, servers: ReadonlyMap<number, Socket>): boolean {
  for (const client of clients) if (isBusy(client, servers)) return false;
  return process.getActiveResourcesInfo().every((name) => waiting.test(name));
}

/** Whether one end of a connection has not heard yet what the other end has said, or that it is gone. */
function isBusy(client: Socket, servers: ReadonlyMap<number, Socket>): boolean {
  const server = servers.get(client.localPort ?? 0);
  if (server === undefined || server.destroyed || client.destroyed) return true;
  return client.bytesWritten !== server.bytesRead || server.bytesWritten !== client.bytesRead;
}
