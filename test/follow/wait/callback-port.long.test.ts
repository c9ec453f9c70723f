import { expect, it } from 'vitest';
import { callbackPort, closed } from './ports.ts';

it('the port for callbacks cuts off who takes too long', async () => {
  const { connect, hints } = await callbackPort();
  const head = 'POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n';
  const slow = [connect('POST'), connect(head), connect(`${head}\r\n{"id":"job_1"`)];
  await Promise.all(slow.map(closed));
  expect(hints).toEqual([]);
});
