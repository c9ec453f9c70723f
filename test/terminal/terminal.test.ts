import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MachineError } from '../../src/errors/endings.ts';
import { createOutputStream } from '../../src/terminal/output-stream.ts';
import { KeptStream, keptTerminal } from './looks.ts';

/** A stream whose writes fail with that code from the second one on. */
function failing(code: string): Writable {
  let writes = 0;
  return new Writable({
    write(_chunk, _encoding, done) {
      writes += 1;
      done(writes > 1 ? Object.assign(new Error(code), { code }) : null);
    },
  });
}

describe('the terminal', () => {
  it('keeps the answer on stdout and the conversation on stderr', async () => {
    const { terminal, stdout, stderr } = await keptTerminal(undefined);
    terminal.out.lines(['job_1', 'job_2']);
    terminal.err.write('what next\n');
    await terminal.drain();
    expect(stdout.text).toBe('job_1\njob_2\n');
    expect(stderr.text).toBe('what next\n');
  });

  it.each([{ quiet: true }, { json: true }])(
    'has no conversation with %j, and what ended the run all the same',
    async (flags) => {
      const { terminal, stderr } = await keptTerminal(80, { flags });
      terminal.err.write('a warning\n');
      terminal.err.lines(['what next']);
      terminal.unmuted.lines(['the failure']);
      await terminal.drain();
      expect(stderr.text).toBe('the failure\n');
    },
  );

  it('colours where it is told to, and only then', async () => {
    const plain = await keptTerminal(80);
    expect(plain.terminal.out.colors.accent('x')).toBe('x');
    const colored = await keptTerminal(undefined, { flags: { color: 'always' } });
    expect(colored.terminal.out.colors.accent('x')).toBe('\u001b[36mx\u001b[39m');
    expect(['a', 'b'].map(colored.terminal.out.colors.bad)).toEqual([
      '\u001b[31ma\u001b[39m',
      '\u001b[31mb\u001b[39m',
    ]);
  });

  it('makes safe whatever it writes, and keeps its own colours where it has some', async () => {
    const hostile = 'a\u009b31m\u001b[8m\u202e\rb';
    const plain = await keptTerminal(undefined);
    plain.terminal.out.write(`\u001b[36mx\t\u001b[39m${hostile}\n`);
    plain.terminal.err.lines([hostile]);
    expect(plain.stdout.text).toBe('\\x1b[36mx\t\\x1b[39ma\\x9b31m\\x1b[8m\\u{202e}\\x0db\n');
    expect(plain.stderr.text).toBe('a\\x9b31m\\x1b[8m\\u{202e}\\x0db\n');
    const { terminal, stdout } = await keptTerminal(undefined, { flags: { color: 'always' } });
    terminal.out.lines([terminal.out.colors.accent(hostile)]);
    expect(stdout.text).toBe('\u001b[36ma\\x9b31m\\x1b[8m\\u{202e}\\x0db\u001b[39m\n');
  });

  it('gives a program each byte of a path, and shows it spelled out to a person', async () => {
    const path = 'می\u200cروم/\u202e.png';
    const piped = await keptTerminal(undefined);
    piped.terminal.out.values([path]);
    expect(piped.stdout.text).toBe(`${path}\n`);
    const shown = await keptTerminal(80);
    shown.terminal.out.values([path]);
    expect(shown.stdout.text).toBe('می\\u{200c}روم/\\u{202e}.png\n');
  });

  it('takes a width of 0 for 80 and reads it anew each time', async () => {
    const { terminal, stdout } = await keptTerminal(0);
    expect(terminal.out.columns).toBe(80);
    stdout.columns = 40;
    expect(terminal.out.columns).toBe(40);
  });

  it('draws with ASCII where the locale says so', async () => {
    const { terminal } = await keptTerminal(80, { environment: { LC_ALL: 'C' } });
    expect(terminal.err.unicode).toBe(false);
    expect(terminal.err.symbols.good).toBe('+');
  });
});

describe('a stream', () => {
  it('waits for a slow reader before it is drained', async () => {
    let finish = (): void => {};
    const slow = new Writable({
      write(_chunk, _encoding, done) {
        finish = done;
      },
    });
    const stream = createOutputStream(slow);
    stream.write('all of it');
    let drained = false;
    const draining = stream.drain().then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    finish();
    await draining;
    expect(drained).toBe(true);
  });

  it('ends quietly when its reader is gone, and says so once', async () => {
    let closed = 0;
    const stream = createOutputStream(failing('EPIPE'), () => {
      closed += 1;
    });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) {
      stream.write(line);
      await stream.drain();
    }
    expect(closed).toBe(1);
  });

  it('keeps a full disk until it is drained', async () => {
    const stream = createOutputStream(failing('ENOSPC'));
    stream.write('one\n');
    stream.write('two\n');
    await expect(stream.drain()).rejects.toBeInstanceOf(MachineError);
    await expect(stream.drain()).rejects.toMatchObject({ exitCode: 14, why: 'Writing stopped with ENOSPC.' });
  });

  it('drains at once where nothing was written', async () => {
    await createOutputStream(new KeptStream()).drain();
  });
});
