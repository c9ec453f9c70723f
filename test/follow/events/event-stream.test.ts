import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type JourneyLines, journeyLines } from '../../../src/cli/documents/event-lines.ts';
import { openEventStream, tellFlowEvent } from '../../../src/follow/events/event-stream.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';

function newStream() {
  const written: string[] = [];
  const stream = openEventStream<JourneyLines>({
    clock: { nowMs: () => Date.parse('2026-03-04T05:06:07Z') },
    out: { write: (text) => written.push(text) },
    version: '1.2.3',
  });
  return { stream, written };
}

describe('the lines of --events', () => {
  it('begin with the one that says what they are, and are written whole', () => {
    const { stream, written } = newStream();
    stream.tell('warning', { message: 'a\u001b[2Jb\nc\u202e' });
    expect(written).toEqual([
      '{"schema":"genctl.events/v1","event":"started","at":"2026-03-04T05:06:07.000Z","version":"1.2.3"}\n',
      '{"event":"warning","at":"2026-03-04T05:06:07.000Z","message":"a\\u001b[2Jb\\nc\\u202e"}\n',
    ]);
  });

  const jobId = 'job_a';
  const run = { kind: 'exec-ended', jobId, tookMs: 12.6 } as const;
  const events: FlowEvent[] = [
    { kind: 'submitted', jobId, model: 'm', replayed: false, createdAt: undefined },
    { kind: 'state', jobId, status: 'running', previous: undefined, ageMs: 1.5 },
    { kind: 'retrying', what: 'the look', reason: '503', attempt: 1, delayMs: 250.5 },
    { kind: 'uploading', where: 'a.mp4', bytes: 3 },
    { kind: 'download-started', jobId, index: 0, path: '/out/a.mp4' },
    { kind: 'download-stopped', jobId, index: 0, path: '/out/a.mp4', reason: undefined },
    { kind: 'exec-started', jobId },
    { kind: 'exec-known', jobId },
    { ...run, run: { how: 'ended', exitCode: 0 } },
    { ...run, run: { how: 'ended', exitCode: 2 } },
    { ...run, run: { how: 'killed', signal: 'SIGKILL' } },
    { ...run, run: { how: 'not-started', why: 'E2BIG' } },
    { ...run, run: { how: 'interrupted' } },
    { kind: 'warning', message: 'be careful' },
  ];

  it.each(events)('have the shape of their kind: %j', (event) => {
    const { stream, written } = newStream();
    tellFlowEvent(stream, event);
    const line = JSON.parse(written[1] ?? '') as { event: keyof typeof journeyLines };
    expect(journeyLines[line.event].strict().parse(line)).toEqual(line);
  });

  it('leave out what is only for a drawing', () => {
    const { stream, written } = newStream();
    tellFlowEvent(stream, { kind: 'waiting', jobs: [], elapsedMs: 1 });
    tellFlowEvent(stream, { kind: 'download-progress', jobId, index: 0, bytesDone: 1, bytesTotal: 2 });
    tellFlowEvent(stream, { kind: 'downloaded', jobId, index: 0, path: '/out/a.mp4', bytes: 2 });
    expect(written).toHaveLength(1);
  });

  it('can all be told as a JSON Schema', () => {
    for (const [name, shape] of Object.entries(journeyLines)) {
      const schema = z.toJSONSchema(shape, { io: 'input' });
      expect(schema).toMatchObject({ properties: { event: { const: name } } });
      expect(schema.required).toEqual(expect.arrayContaining(['event', 'at']));
    }
  });
});
