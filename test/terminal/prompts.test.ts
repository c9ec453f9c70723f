import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/endings.ts';
import { InterruptedError, SignalAbort } from '../../src/errors/interrupted-error.ts';
import { createPrompts } from '../../src/terminal/prompts.ts';
import { asked } from './asked.ts';
import { keptTerminal } from './looks.ts';

const yes = { message: 'Go on?', instead: '--yes' };

describe('where nothing may be asked', () => {
  it.each([{ json: true }, { quiet: true }, { noInput: true }])(
    'a question names its flag (%j)',
    async (flags) => {
      const { terminal, stderr } = await keptTerminal(80, { flags });
      const prompts = createPrompts(terminal);
      const questions = [
        () => prompts.hidden(yes),
        () => prompts.confirm({ ...yes, preset: true }),
        () => prompts.input(yes),
      ];
      for (const question of questions) {
        const error = await question().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(UsageError);
        expect(error).toMatchObject({ exitCode: 2, hint: '--yes', code: 'input_required' });
      }
      expect(stderr.text).toBe('');
    },
  );

  it('a pipe is such a place', async () => {
    const { terminal } = await keptTerminal(undefined);
    await expect(createPrompts(terminal).confirm({ ...yes, preset: true })).rejects.toBeInstanceOf(
      UsageError,
    );
  });
});

describe('on a terminal', () => {
  it('that is closed while a question is asked, the question ends as by a hangup', async () => {
    const { prompts, stderr, stdin } = await asked();
    const answer = prompts.confirm({ ...yes, preset: true }).catch((thrown: unknown) => thrown);
    while (!stderr.text.includes('Go on?')) await new Promise((resolve) => setImmediate(resolve));
    stdin.destroy(Object.assign(new Error('read EIO'), { code: 'EIO' }));
    expect(await answer).toBeInstanceOf(InterruptedError);
    expect(await answer).toMatchObject({ exitCode: 129 });
  });

  it('a secret is read and not shown, and stdout stays empty', async () => {
    const { prompts, type, stdout, stderr } = await asked();
    const answer = prompts.hidden({ message: 'API key', instead: 'GENCTL_API_KEY' });
    await type('API key', 'sk-secret\r');
    expect(await answer).toBe('sk-secret');
    expect(stderr.text).not.toContain('s');
    expect(stdout.text).toBe('');
  });

  it('yes and no are read, and Enter takes the preset', async () => {
    const first = await asked();
    const no = first.prompts.confirm({ ...yes, preset: true });
    await first.type('Go on?', 'n\r');
    expect(await no).toBe(false);
    const second = await asked();
    const preset = second.prompts.confirm({ ...yes, preset: true });
    await second.type('Go on?', '\r');
    expect(await preset).toBe(true);
  });

  it('Esc is a no, whatever Enter would be; what is neither yes nor no is asked for again', async () => {
    const first = await asked();
    const no = first.prompts.confirm({ ...yes, preset: true });
    await first.type('(Y/n)', '\x1b');
    expect(await no).toBe(false);
    expect(first.stderr.text).toContain('No');
    const second = await asked();
    const mended = second.prompts.confirm({ ...yes, preset: false });
    await second.type('(y/N)', 'x\r');
    await second.type('y for yes, n or Esc for no', '\x7fyes\r');
    expect(await mended).toBe(true);
  });

  it('an answer is asked for again until it is right', async () => {
    const { prompts, type } = await asked();
    const check = (text: string) => (text.startsWith('https://') ? undefined : 'It begins with https://');
    const answer = prompts.input({ message: 'Base URL', instead: '--base-url', check });
    await type('Base URL', 'x\r');
    await type('It begins with https://', '\x15https://a\r');
    expect(await answer).toBe('https://a');
  });

  it('Esc goes back from a line and from a secret, of which nothing stays on the screen', async () => {
    for (const kind of ['input', 'hidden'] as const) {
      const { prompts, stderr, stdin, type } = await asked();
      const answer = prompts[kind]({ message: 'Base URL', instead: '--base-url' });
      await type('Base URL', 'https://a\x1b');
      expect(await answer).toBeUndefined();
      expect(stderr.text).not.toContain('✓');
      await new Promise(setImmediate);
      expect(stdin.listenerCount('keypress')).toBe(0);
    }
  });

  it('a question that is left by Esc has no tick', async () => {
    const { prompts, stderr, type } = await asked();
    const no = prompts.confirm({ ...yes, preset: true });
    await type('(Y/n)', '\x1b');
    expect(await no).toBe(false);
    expect(stderr.text).toContain('- Go on? No');
    expect(stderr.text).not.toContain('✓');
  });

  it('an interruption says what was not done, where the question knows', async () => {
    const { prompts, type } = await asked();
    const question = { ...yes, undone: 'nothing was sent', preset: false };
    const answer = prompts.confirm(question).catch((thrown: unknown) => thrown);
    await type('Go on?', '\x03');
    expect(await answer).toMatchObject({ message: 'Interrupted at the question; nothing was sent: Go on?' });
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s is an interruption', async (_name, key) => {
    const { prompts, type } = await asked();
    const answer = prompts.confirm({ ...yes, preset: true }).catch((thrown: unknown) => thrown);
    await type('Go on?', key);
    const error = await answer;
    expect(error).toBeInstanceOf(InterruptedError);
    expect(error).toMatchObject({ exitCode: 130 });
  });

  it('a program that is stopped and continued goes on with its question', async () => {
    const { prompts, stdin, type } = await asked();
    const answer = prompts.confirm({ ...yes, preset: true });
    await type('Go on?', '');
    for (const _ of ['once', 'again']) {
      stdin.pause().resume();
      await new Promise(setImmediate);
    }
    stdin.write('n\r');
    expect(await answer).toBe(false);
  });

  it('a signal ends the question with its own error', async () => {
    const controller = new AbortController();
    const { prompts, type } = await asked(controller.signal);
    const answer = prompts.confirm({ ...yes, preset: true });
    await type('Go on?', '');
    const terminated = new InterruptedError('SIGTERM', { code: 'interrupted', message: 'SIGTERM' });
    controller.abort(terminated);
    await expect(answer).rejects.toBe(terminated);
  });

  it('a signal that only aborts is named, and has its own exit', async () => {
    const controller = new AbortController();
    const { prompts, type } = await asked(controller.signal);
    const answer = prompts.confirm({ ...yes, preset: true }).catch((thrown: unknown) => thrown);
    await type('Go on?', '');
    controller.abort(new SignalAbort('SIGTERM'));
    expect(await answer).toMatchObject({ signal: 'SIGTERM', exitCode: 143 });
  });

  it('leaves no listener on stdin', async () => {
    const { prompts, type, stdin } = await asked();
    const before = stdin.listenerCount('pause') + stdin.listenerCount('end');
    const answer = prompts.input(yes);
    await type('Go on?', 'a\r');
    await answer;
    expect(stdin.listenerCount('pause') + stdin.listenerCount('end')).toBe(before);
  });
});
