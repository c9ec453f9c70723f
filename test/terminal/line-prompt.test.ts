import { describe, expect, it } from 'vitest';
import { linePrompt } from '../../src/terminal/line-prompt.ts';
import type { LineConfig } from '../../src/terminal/lines/line-config.ts';
import { look } from './looks.ts';
import { openPrompt } from './open-prompt.ts';

const number: LineConfig = {
  message: 'duration',
  look: look(),
  hint: '4 to 30',
  note: (line) => (Number(line) <= 30 ? undefined : { kind: 'fault', text: 'It takes 4 to 30.' }),
};

describe('a line', () => {
  it('is judged at Enter, since more typing may mend it, and taken once it is right', async () => {
    const { context, shown, type } = openPrompt();
    const answer = linePrompt(number, context);
    await type('4 to 30', '44');
    expect(await shown('duration 44')).not.toContain('It takes');
    context.input.write('\r');
    await type('It takes 4 to 30.', '\x7f');
    await type('duration 4', '\r');
    expect((await answer).text).toEqual('4');
  });

  it('offers what Enter takes, and Tab puts it there to be changed', async () => {
    const first = openPrompt();
    const taken = linePrompt({ ...number, preset: '5' }, first.context);
    await first.type('(5)', '\r');
    expect((await taken).text).toEqual('5');
    const second = openPrompt();
    const changed = linePrompt({ ...number, preset: '5' }, second.context);
    await second.type('(5)', '\t');
    await second.type('duration 5', '.5\r');
    expect((await changed).text).toEqual('5.5');
  });

  it('begins with what was answered before', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt({ ...number, initial: '7' }, context);
    await type('duration 7', '\x15\r');
    expect((await answer).text).toEqual('');
  });

  it('begins with words that were not entered, tells of each change, and has its preset below them', async () => {
    const { context, type } = openPrompt();
    const heard: string[] = [];
    const onType = (text: string) => void heard.push(text);
    const answer = linePrompt({ ...number, initial: '1', preset: '5', onType }, context);
    await type('duration 1', '2');
    await type('duration 12', '\x7f\x7f');
    await type('(5)', '\r');
    expect((await answer).text).toEqual('5');
    expect(heard.slice(0, 3)).toEqual(['12', '1', '']);
  });

  it('is completed by Tab, and what else it could be is shown', async () => {
    const { context, type } = openPrompt();
    const complete = (line: string) => ({ line: `${line}ro`, others: ['hero-1', 'hero-2'] });
    const answer = linePrompt({ ...number, note: () => undefined, complete }, context);
    await type('duration', 'he\t');
    await type('hero-1  hero-2', '\r');
    expect((await answer).text).toEqual('hero');
  });

  it('what is pasted in several lines is one, and no answer by itself', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'now: ');
    await type('now:', '\x1b[200~a fox\r\n  in snow\r\x1b[201~');
    await type('2 lines were pasted, and are one here', '\r');
    expect((await answer).text).toEqual('now: a fox in snow');
  });

  it('keeps the lines of what is pasted where the answer may have several, and shows where they end', async () => {
    const words = { ...number, takesLines: true, note: () => undefined };
    const { context, type } = openPrompt();
    const answer = linePrompt(words, context);
    await type('duration', 'now: .');
    await type('now: .', '\x1b[D');
    await type('now: .', '\x1b[200~a fox\r\n  in snow\r\rat dawn\r\x1b[201~');
    await type('now: a fox↵  in snow↵↵at dawn.', '!');
    await type('at dawn!.', '\r');
    expect((await answer).text).toEqual('now: a fox\n  in snow\n\nat dawn!.');
    const again = openPrompt();
    const changed = linePrompt({ ...words, preset: 'a fox\nin snow' }, again.context);
    await again.type('(a fox↵in snow)', '\t');
    await again.type('2 lines; ↵ is where one ends', ' and ice\r');
    expect((await changed).text).toEqual('a fox\nin snow and ice');
  });

  it('a paste within a line keeps the blanks at its ends', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'a');
    await type('duration a', '\x1b[200~ red fox \x1b[201~');
    await type('a red fox', 'runs\r');
    expect((await answer).text).toEqual('a red fox runs');
  });

  it('draws what steers a terminal as something else, and answers what was meant', async () => {
    const { context, shown } = openPrompt();
    const initial = '\u001b[31mred\u202e';
    const answer = linePrompt({ ...number, initial, note: () => undefined }, context);
    expect(await shown('duration \uFFFD[31mred\uFFFD')).not.toContain('\u001b[31m');
    context.input.write('\r');
    expect((await answer).text).toEqual(initial);
  });

  it('with a fault that may stay is given to who asks, whose remark says that a second Enter takes it', async () => {
    const fault = { kind: 'fault', text: 'It takes a list.', mayStay: true } as const;
    const first = openPrompt();
    const answer = linePrompt({ ...number, note: () => fault }, first.context);
    await first.type('duration', '{}\r');
    expect((await answer).text).toEqual('{}');
    const second = openPrompt();
    const again = linePrompt({ ...number, note: () => fault, initial: '{}', said: fault }, second.context);
    await second.type('It takes a list. Enter again takes it anyway', '\r');
    expect((await again).text).toEqual('{}');
  });

  it('keys that arrive together go where the cursor is', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'a fox');
    await type('duration a fox', '\x1b[D\x1b[D\x1b[D');
    await type('', 'red ');
    await type('a red fox', '\r');
    expect((await answer).text).toEqual('a red fox');
  });

  it('keys that arrive together with Enter are for the next question', async () => {
    const { context, type } = openPrompt();
    const config = { ...number, note: () => undefined };
    const first = linePrompt(config, context);
    await type('duration', '5\r12');
    expect((await first).text).toEqual('5');
    const next = openPrompt();
    const second = linePrompt({ ...config, message: 'seed' }, { ...next.context, input: context.input });
    await next.shown('seed 12');
    context.input.write('3\r');
    expect((await second).text).toEqual('123');
  });

  it('Tab that completes nothing leaves the cursor where it is', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'ac');
    await type('duration ac', '\x1b[D\tb\r');
    expect((await answer).text).toEqual('abc');
  });

  it('Ctrl-G leaves the text as it is for an editor, where there is one', async () => {
    const { context, type } = openPrompt();
    const said = { kind: 'fact', text: 'Unchanged.' } as const;
    const answer = linePrompt({ ...number, isEdited: true, said }, context);
    await type('Unchanged.', '44');
    await type('duration 44', '\x07');
    expect(await answer).toMatchObject({ by: 'editor', text: '44' });
  });

  it('Esc goes back', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt(number, context);
    await type('duration', '\x1b');
    expect(await answer).toMatchObject({ by: 'back', text: '' });
  });
});
