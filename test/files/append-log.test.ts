import { appendFileSync, linkSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAppendLog, openLogReader } from '../../src/files/append-log.ts';
import { give, startProcess } from './fixtures/processes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const always = { isHeld: () => true };
const logPath = () => join(tempFolder(), 'log.ndjson');

describe('a log that lines are added to', () => {
  it('has them in their order, each at the place that was told', async () => {
    const path = logPath();
    const log = await openAppendLog(path, always);
    const lines = Array.from({ length: 200 }, (_, number) => `line ${number} ä`);
    const places = await Promise.all(lines.map((line) => log.append(line)));
    expect(readFileSync(path, 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(log.bytes).toBe(statSync(path).size);
    expect(log.readNow(places[7] ?? 0, places[8] ?? 0).toString()).toBe('line 7 ä\n');
    expect((await log.read(places[7] ?? 0, places[8] ?? 0)).toString()).toBe('line 7 ä\n');
    await log.close();
    await expect(log.append('late')).rejects.toThrow('closed');
  });

  it('keeps what was under way when it is closed', async () => {
    const path = logPath();
    const log = await openAppendLog(path, always);
    const adding = log.append('a');
    await log.close();
    expect(await adding).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('a\n');
  });

  it('goes on behind the last whole line, however long the torn one is', async () => {
    const path = logPath();
    writeFileSync(path, `whole\n${'x'.repeat(200_000)}`);
    const reader = await openLogReader(path);
    expect(reader?.bytes).toBe(6);
    await reader?.close();
    const log = await openAppendLog(path, always);
    expect(await log.append('next')).toBe(6);
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('whole\nnext\n');
  });

  it('takes no line once its lock is lost, and leaves the other writer’s lines alone', async () => {
    const path = logPath();
    let isHeld = true;
    const log = await openAppendLog(path, { isHeld: () => isHeld });
    await log.append('mine');
    isHeld = false;
    appendFileSync(path, 'theirs\n');
    const late = await Promise.allSettled([log.append('a'), log.append('b')]);
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isHeld = true;
    await expect(log.append('c')).rejects.toThrow('another process');
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('mine\ntheirs\n');
  });

  it('fails for all that wait where the disk takes no more, and what it told durable stays', async () => {
    const path = logPath();
    const limited = await startProcess("trap '' XFSZ; ulimit -f 8");
    const result = await give(limited, { do: 'append until it fails', path });
    const { durable, failed, codes } = result as { durable: number; failed: number; codes: string[] };
    expect(durable).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(20);
    expect(new Set(codes)).toEqual(new Set(['EFBIG']));
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.pop(), 'no line is torn').toBe('');
    expect(lines).toHaveLength(durable);
  });

  it('is one file, under whichever name', async () => {
    const path = logPath();
    writeFileSync(path, 'a\n');
    linkSync(path, `${path}.2`);
    const log = await openAppendLog(`${path}.2`, always);
    await log.append('b');
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('a\nb\n');
  });
});
