import { describe, expect, it } from 'vitest';
import { entryOf, onlyFinding, outline, pictureModel, tier25, videoBody, words } from '../submit-bodies.ts';

describe('the envelope of a v2 submit', () => {
  it('lets a minimal body through', () => {
    expect(outline(videoBody())).toEqual([]);
  });

  it.each([null, [], 'text', 7])('is refused whole where the body is %j', (body) => {
    expect(outline(body)).toEqual(['service body-shape body']);
  });

  it('names a missing model and a missing input', () => {
    expect(outline({})).toEqual(['service model-shape model', 'service input-shape input']);
    expect(onlyFinding({ input: { content: [words] } }).message).toBe(
      'model is missing; it must be an id of the model list',
    );
  });

  it.each([
    ['model', ''],
    ['model', 5],
    ['input', []],
    ['input', null],
    ['output', 2],
    ['callback_url', 5],
    ['prompt_enhance', 'more'],
  ])('refuses %s %j at its own path', (name, value) => {
    expect(onlyFinding({ ...videoBody(), [name]: value })).toMatchObject({
      where: name,
      enforcedBy: 'service',
      severity: 'error',
      section: '§2.4',
    });
  });

  it.each([0, -1, 1.5, '2', null])('refuses the output count %j', (count) => {
    expect(onlyFinding({ ...videoBody(), output: { count } })).toMatchObject({
      rule: 'output-count',
      where: 'output.count',
      enforcedBy: 'service',
    });
  });

  it('takes the one output format there is', () => {
    expect(outline({ ...videoBody(), output: { format: 'url', count: 1 } })).toEqual([]);
    expect(onlyFinding({ ...videoBody(), output: { format: 'b64' } }).message).toBe(
      'output.format is "b64"; it must be "url"',
    );
  });

  it('points out a field that the document does not name, and where it may belong', () => {
    const body = { ...videoBody(), duration: 5, output: { n: 2 } };
    expect(outline(body)).toEqual(['advice unknown-field output.n', 'advice unknown-field duration']);
    expect(onlyFinding({ ...videoBody(), duration: 5 })).toMatchObject({
      severity: 'warning',
      fix: 'remove it, or set input.duration if the model takes it',
    });
  });
});

const calling = (callback_url: string) => ({ ...videoBody(), callback_url });

describe('callback_url', () => {
  it('is https', () => {
    expect(outline(calling('https://hooks.example/done?t=1'))).toEqual([]);
    expect(onlyFinding(calling('http://hooks.example/done'))).toMatchObject({
      rule: 'callback-url',
      where: 'callback_url',
      enforcedBy: 'service',
      message: 'callback_url begins with http://; the service posts to https only',
    });
  });

  it.each(['', 'hooks.example/done', 'https:hooks.example', 'https://', ' https://a b', '/done'])(
    'is an absolute URL, not %j',
    (url) => {
      expect(outline(calling(url))).toEqual(['service callback-url callback_url']);
    },
  );

  it('may be http on loopback, when the service itself is there', () => {
    for (const host of ['localhost:80', '127.0.0.1:4000', '[::1]:4000', 'hook.localhost']) {
      expect(outline(calling(`http://${host}/done`), { loopback: true })).toEqual([]);
      expect(outline(calling(`http://${host}/done`))).toHaveLength(1);
    }
    expect(outline(calling('http://10.0.0.1/done'), { loopback: true })).toHaveLength(1);
    expect(outline(calling('http://127.0.0.1.example/done'), { loopback: true })).toHaveLength(1);
  });

  it('is never quoted, since it may hold a secret', () => {
    expect(onlyFinding(calling('ftp://me:SECRET@hooks.example')).message).not.toContain('SECRET');
    expect(onlyFinding(calling('hooks.example?t=SECRET')).message).not.toContain('SECRET');
  });
});

const image = (input: Record<string, unknown>) => ({
  model: pictureModel,
  input: { prompt: 'a fox', ...input },
});

describe('how many outputs a submit asks for', () => {
  it('is bounded by the live entry, in numbers', () => {
    const facts = { model: entryOf(pictureModel, { maxOutputCount: 4 }) };
    expect(outline({ ...image({}), output: { count: 4 } }, facts)).toEqual([]);
    expect(onlyFinding({ ...image({}), output: { count: 5 } }, facts)).toMatchObject({
      where: 'output.count',
      enforcedBy: 'service',
      message: 'output.count is 5; vendor-a/image-1 gives at most 4',
      fix: 'set output.count to 4 or less',
    });
  });

  it('is not bounded where the entry is unknown', () => {
    expect(outline({ ...image({}), output: { count: 500 } })).toEqual([]);
  });

  it.each([1, 2, 0, null])('is never said by n: %j', (n) => {
    expect(onlyFinding(image({ n }))).toMatchObject({
      rule: 'vendor-n',
      where: 'input.n',
      enforcedBy: 'service',
    });
  });

  it.each([true, 1, 'yes'])('is never said by enable_sequential: %j', (enable_sequential) => {
    expect(onlyFinding(image({ enable_sequential }))).toMatchObject({
      rule: 'enable-sequential',
      where: 'input.enable_sequential',
      enforcedBy: 'service',
    });
  });

  it.each([false, 0, '', null])('may leave enable_sequential off with %j', (enable_sequential) => {
    expect(outline(image({ enable_sequential }))).toEqual([]);
  });

  it('is not hidden in a parameters object of an image model; a video model decides for itself', () => {
    expect(outline(image({ parameters: { n: 2 } }))).toEqual(['service vendor-parameters input.parameters']);
    expect(outline(videoBody({ parameters: {} }, tier25))).toEqual([]);
  });

  it('takes the medium of a model it does not know from its live entry', () => {
    const body = { model: 'vendor-z/paint', input: { prompt: 'x', parameters: {} } };
    expect(outline(body)).toEqual([]);
    expect(outline(body, { model: entryOf('vendor-z/paint', { medium: 'image' }) })).toEqual([
      'service vendor-parameters input.parameters',
    ]);
  });
});
