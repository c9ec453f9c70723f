/** A line whose request breaks a rule, and what mends it. */
export interface FindingLine {
  /** Its words; `{draft}` stands for the id of a succeeded draft. */
  words: readonly string[];
  /**
   * `line`: the error has a line that mends it. `gap`: that line has a word to fill in. `own`: only the person knows, or what is
   * wrong is no part of the line.
   */
  mend: 'line' | 'gap' | 'own';
}

const clip = ['-m', 'vendor-b/video-2.5'];
const clip20 = ['-m', 'vendor-b/video-2.0'];
const picture = ['-m', 'vendor-a/image-1'];
const link = 'https://example.com/a.png';
const text = { type: 'text', text: 'a fox' };
const reference = (url = link) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' });

const line = (...words: string[]): FindingLine => ({ words: ['submit', ...words], mend: 'line' });
const gap = (...words: string[]): FindingLine => ({ words: ['submit', ...words], mend: 'gap' });
const own = (...words: string[]): FindingLine => ({ words: ['submit', ...words], mend: 'own' });
const input = (...content: unknown[]): string[] => ['--input', JSON.stringify({ content })];
const body = (parts: object): string[] => ['--body', JSON.stringify(parts)];
const v2 = (parts: object): string[] =>
  body({ model: 'vendor-b/video-2.5', input: { content: [text] }, ...parts });
const final = input({ type: 'draft_task', draft_task: { id: '{draft}' } });

/** A line for each rule that a line alone can break. */
export const findingLines: Readonly<Record<string, FindingLine>> = {
  resolution: line('fox', ...clip, '--resolution', '4k'),
  duration: line('fox', ...clip, '--duration', '45'),
  ratio: line('fox', ...clip, '--ratio', '17:9'),
  'container-format': line('fox', ...clip, '--output-format', 'avi'),
  'bitrate-mode': line('fox', ...clip, '--bitrate-mode', 'low'),
  'reference-task-value': line('fox', ...clip, '--ref-image', link, '--reference-task', 'edti'),
  'option-type': line('fox', ...clip, '--set', 'watermark=yes'),
  seed: line('fox', ...clip, '--set', 'seed=1.5'),
  'model-shape': gap(...body({ model: 5, input: { prompt: 'a fox' } })),
  'gap-left': own('YOUR PROMPT', ...clip),
  'input-shape': line(...body({ model: 'vendor-b/video-2.5', content: [text] })),
  'output-shape': line(...v2({ output: 5 })),
  'output-count': line('fox', ...clip, '--count', '2'),
  'output-format': line(...v2({ output: { format: 'b64' } })),
  'callback-url': line('fox', ...clip, '--callback-url', 'http://example.com/done'),
  'prompt-enhance-value': line('fox', '-m', 'house/video-h3-mini', '--prompt-enhance', 'basics'),
  'prompt-enhance-length': line(
    'fox '.repeat(1_001),
    '-m',
    'house/video-h3-mini',
    '--prompt-enhance',
    'basic',
  ),
  'prompt-enhance-third-party': line('fox', '-m', 'house/video-h3-mini', '--prompt-enhance', 'full'),
  'prompt-enhance-off': line('fox', ...clip, '--prompt-enhance', 'off'),
  'prompt-enhance-unsupported': line('fox', ...clip, '--prompt-enhance', 'basic'),
  'prompt-enhance-clips': own(
    'fox',
    ...['-m', 'house/video-h3-mini', '--prompt-enhance', 'full', '--set', 'video=https://example.com/v.mp4'],
  ),
  'unknown-field': line(...v2({ webhook: 'yes' })),
  'field-of-v2': line(
    ...['--api', 'v1', '--route', 'tasks'],
    ...body({ model: 'vendor-b/video-2.5', content: [text], prompt_enhance: 'off' }),
  ),
  'vendor-n': line('fox', ...picture, '--set', 'n=2'),
  'enable-sequential': line('fox', ...picture, '--set', 'enable_sequential=true'),
  'vendor-parameters': line('fox', ...picture, '--set', 'parameters={"seed":7}'),
  'model-not-found': line('fox', '-m', 'vendor-b/image-1'),
  'model-not-on-route': line('fox', '-m', 'spicy/video-2-5', '--api', 'v1', '--route', 'tasks'),
  'model-not-listed': line('fox', '-m', 'vendor-a/imaeg-1'),
  'prompt-missing': gap(...clip),
  'prompt-type': line('--set', 'content=fox', ...clip),
  'prompt-shape': line('--set', 'prompt=fox', ...clip),
  'prompt-blank': gap(...input({ type: 'text', text: ' ' }), ...clip),
  'prompt-twice': line('fox', '--set', 'prompt=fox', ...clip),
  'text-length': own('fox '.repeat(25_001), ...clip),
  'content-part': line(...input(text, { ...reference(), type: 'image' }), ...clip),
  'media-role': line(...input(text, { ...reference(), role: 'reference' }), ...clip),
  'reference-number': own('image 2 walks', ...clip, '--ref-image', link),
  'reference-link': gap('fox', ...clip, '--ref-image', 's3://bucket/a.png'),
  // What holds a picture is never repeated.
  'reference-base64': own(
    ...input(text, reference('data:image/png;base64,AAAA')),
    ...[...clip, '--api', 'v1', '--route', 'tasks'],
  ),
  'prepared-link': {
    words: ['refs', 'fox', ...clip, '--ref-image', 'http://example.com/a.png'],
    mend: 'gap',
  },
  'reference-ceiling': line(
    'fox',
    ...clip20,
    ...Array.from({ length: 10 }, (_, at) => ['--ref-image', `https://example.com/${at}.png`]).flat(),
  ),
  'pictures-without-role': own(
    ...input(text, ...Array.from({ length: 31 }, () => ({ type: 'image_url', image_url: { url: link } }))),
    ...clip,
  ),
  'audio-alone': gap('fox', ...clip20, '--ref-audio', 'https://example.com/a.mp3'),
  'frames-with-references': line('fox', ...clip, '--ref-image', link, '--first-frame', link),
  'frame-twice': line('fox', ...clip, '--first-frame', link, '--first-frame', link),
  'nothing-to-prepare': { words: ['refs', 'fox', ...clip, '--first-frame', link], mend: 'line' },
  'draft-unsupported': line('fox', ...clip20, '--set', 'draft=true'),
  'draft-reference': own(...input({ type: 'draft_task', draft_task: { id: 'draft-1' } }), ...clip),
  'draft-and-final': line(...final, ...clip, '--set', 'draft=true'),
  'draft-resent': line(
    ...body({
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'draft_task', draft_task: { id: '{draft}' } }], duration: 5 },
    }),
  ),
  'draft-resolution': line(...final, ...clip, '--resolution', '720p'),
  'last-frame-not-returned': line('fox', ...clip, '--return-last-frame'),
  'reference-task': line('fox', ...clip, '--reference-task', 'edit'),
  'reference-task-ignored': line('fox', ...clip20, '--reference-task', 'edit'),
  'schema-required': gap('fox', '-m', 'vendor-a/video-1-i2v'),
  'schema-type': line('fox', ...picture, '--set', 'negative_prompt=12'),
  'schema-value': line('fox', '-m', 'vendor-a/video-1', '--duration', '99'),
  'schema-unknown-field': line('fox', ...picture, '--set', 'sed=7'),
};

/** Rules that take a file, a host or time to be broken, each with the test that breaks it. */
export const brokenElsewhere: Readonly<Record<string, string>> = {
  'body-shape': 'rules/checks/envelope.test.ts',
  'draft-validity': 'rules/checks/draft.test.ts',
  'clip-container': 'rules/checks/reference-media.test.ts',
  'clip-bytes': 'rules/checks/reference-media.test.ts',
  'clip-cut': 'rules/checks/reference-media.test.ts',
  'clip-unreadable': 'rules/checks/reference-media.test.ts',
  'clip-sides': 'rules/checks/reference-media.test.ts',
  'clip-pixels': 'rules/checks/reference-media.test.ts',
  'clip-aspect': 'rules/checks/reference-media.test.ts',
  'clip-frame-rate': 'rules/checks/reference-media.test.ts',
  'clip-seconds': 'rules/checks/reference-media.test.ts',
  'clips-total': 'rules/checks/reference-media.test.ts',
  'picture-cut': 'rules/checks/reference-media.test.ts',
  'picture-unreadable': 'rules/checks/reference-media.test.ts',
  'link-unreachable': 'references',
  'link-type': 'references',
  'link-bytes': 'references',
  'upload-pending': 'references',
  'local-file': 'rules/compose',
};
