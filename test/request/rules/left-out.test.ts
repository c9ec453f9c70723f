import { describe, expect, it } from 'vitest';
import { leftOutMark as mark, restoredBody, shareableBody } from '../../../src/request/rules/left-out.ts';

const digest = (text: string) => ({ bytes: text.length, sha256: 'ab12' });
const picture = `iVBORw0KGgo${'aB3+'.repeat(200)}`;

/** The text that a field holds when it travels. */
function shared(name: string, text: string): unknown {
  return shareableBody({ input: { [name]: text } }, digest).body.input;
}

describe('what may travel of a request', () => {
  it.each([
    ['url', 'https://b.example/a.png?X-Signature=abc&n=1', `https://b.example/a.png?${mark}`],
    ['url', 'https://user:pw@b.example/a.png', `https://${mark}@b.example/a.png`],
    ['url', 'https://user@b.example:8443/a.png#key', `https://${mark}@b.example:8443/a.png#${mark}`],
    ['url', 'HTTPS:\\\\u:p@b.example\\a?x', `HTTPS:\\\\${mark}@b.example\\a?${mark}`],
    ['url', "https://b.example/a b?sig='x y'", `https://b.example/a b?${mark}`],
    ['url', 's3://bucket/key?versionId=1', `s3://bucket/key?${mark}`],
    ['url', 'https://api.example/v1/media/opaque-id', `https://api.example/v1/media/${mark}`],
    ['url', `data:image/png;base64,${picture}`, `data:image/png;base64,${mark}bytes=811,sha256=ab12`],
    ['image', picture, `${mark}bytes=811,sha256=ab12`],
    [
      'prompt',
      'like https://u:p@b.example/x?t=1, in snow',
      `like https://${mark}@b.example/x?${mark} in snow`,
    ],
    ['text', 'as in (http://b.example/x#frag)', `as in (http://b.example/x#${mark}`],
    [
      'prompt',
      `draw data:image/png;base64,${picture} blue`,
      `draw data:image/png;base64,${mark}bytes=811,sha256=ab12 blue`,
    ],
    ['callback_url', 'https://hooks.example/T1/secret?x=1', `https://hooks.example/${mark}`],
    ['callback_url', 'https://u:p@hooks.example', `https://hooks.example/${mark}`],
    ['callback_url', 'what is no link', mark],
    ['webhook', 'https://hooks.example:444/T1', `https://hooks.example:444/${mark}`],
    ['api_key', 'sk-1', mark],
    ['authToken', 'x', mark],
  ])('of %s %s is %s', (name, text, travels) => {
    expect(shared(name, text)).toEqual({ [name]: travels });
  });

  it.each([
    ['url', 'https://b.example/a.png'],
    ['url', 'https://medium.example/@user/a.png'],
    ['url', ' https://b.example/a.png '],
    ['prompt', 'a fox, 50% off? #1 data: none; a/b, mail me@b.example'],
    ['prompt', `a hash: ${'0123456789abcdef'.repeat(4)}`],
    ['callback_url', 'https://hooks.example/'],
    ['seed', ''],
  ])('%s %s is whole', (name, text) => {
    const { body, leftOut } = shareableBody({ input: { [name]: text } }, digest);
    expect([body, leftOut]).toEqual([{ input: { [name]: text } }, []]);
  });

  it('is named where something is left out, and all else stays what it was', () => {
    const body = {
      model: 'm',
      callback_url: 'https://hooks.example/x',
      input: {
        content: [{ type: 'image_url', image_url: { url: 'https://b.example/a?s' }, role: 'first_frame' }],
        headers: { 'X-Api-Key': 'k', list: [1, null, true, 1.5] },
        max_tokens: 5,
      },
    };
    const { body: shareable, leftOut } = shareableBody(body, digest);
    expect(leftOut).toEqual(
      ['callback_url', 'input.content[0].image_url.url', 'input.headers["X-Api-Key"]'].map((path) =>
        path.replace('["X-Api-Key"]', '.X-Api-Key'),
      ),
    );
    expect(shareable).toMatchObject({
      model: 'm',
      input: { headers: { list: [1, null, true, 1.5] }, max_tokens: 5 },
    });
    expect(JSON.stringify(shareable)).not.toMatch(/a\?s|"k"|hooks\.example\/x/);
  });
});

describe('a prompt without any link', () => {
  // Read again from each of its words, such a text would take longer than a test may.
  it.each(['a-', 'a.', 'x+1 ', 'data:a/b;'])('is whole at once, however often %s stands in it', (part) => {
    const prompt = `a fox ${part.repeat(200_000 / part.length)}`;
    expect(shared('prompt', prompt)).toEqual({ prompt });
  });
});

describe('what was left out', () => {
  const whole = {
    callback_url: 'https://h.example/secret',
    input: { image: 'https://b.example/a?sig=1', prompt: 'x' },
  };
  const { body } = shareableBody(whole, digest);

  it('is put back where the whole request is known, with what was changed meanwhile', () => {
    const changed = { ...body, input: { ...(body.input as object), prompt: 'y' } };
    expect(restoredBody(changed, whole, digest)).toEqual({
      body: { ...whole, input: { ...whole.input, prompt: 'y' } },
      lacking: [],
    });
  });

  it('is lacking where nothing is known, or another link than the one that travelled', () => {
    expect(restoredBody(body, undefined, digest).lacking).toEqual([['callback_url'], ['input', 'image']]);
    const other = { ...whole, callback_url: 'https://evil.example/secret' };
    expect(restoredBody(body, other, digest)).toMatchObject({
      body: { input: whole.input, callback_url: `https://h.example/${mark}` },
      lacking: [['callback_url']],
    });
  });

  it('is not lacking where somebody has put something else in its place', () => {
    const mended = {
      callback_url: 'https://h.example/mine',
      input: { image: 'https://b.example/b', prompt: 'x' },
    };
    expect(restoredBody(mended, undefined, digest)).toEqual({ body: mended, lacking: [] });
  });
});
