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
  'bitrate-mode': own('fox', ...clip, '--bitrate-mode', 'low'),
  'reference-task-value': line('fox', ...clip, '--ref-image', link, '--reference-task', 'edti'),
  'option-type': line('fox', ...clip, '--set', 'watermark=yes'),
  seed: own('fox', ...clip, '--set', 'seed=1.5'),
  'model-shape': gap(...body({ model: 5, input: { prompt: 'a fox' } })),
  'gap-left': own(...input({ type: 'text', text: 'YOUR PROMPT' }), ...clip),
  'input-shape': own(...body({ model: 'vendor-b/video-2.5', content: [text] })),
  'output-shape': own(...v2({ output: 5 })),
  'output-count': own('fox', ...clip, '--count', '2'),
  'output-format': own(...v2({ output: { format: 'b64' } })),
  'callback-url': own('fox', ...clip, '--callback-url', 'http://example.com/done'),
  'prompt-enhance-value': line('fox', '-m', 'house/video-h3-mini', '--prompt-enhance', 'basics'),
  'prompt-enhance-length': own(
    'fox '.repeat(1_001),
    '-m',
    'house/video-h3-mini',
    '--prompt-enhance',
    'basic',
  ),
  'prompt-enhance-third-party': own('fox', '-m', 'house/video-h3-mini', '--prompt-enhance', 'full'),
  'prompt-enhance-off': own('fox', ...clip, '--prompt-enhance', 'off'),
  'prompt-enhance-unsupported': own('fox', ...clip, '--prompt-enhance', 'basic'),
  'prompt-enhance-clips': own(
    'fox',
    ...['-m', 'house/video-h3-mini', '--prompt-enhance', 'full', '--set', 'video=https://example.com/v.mp4'],
  ),
  'unknown-field': own(...v2({ webhook: 'yes' })),
  'field-of-v2': own(
    ...['--api', 'v1', '--route', 'tasks'],
    ...body({ model: 'vendor-b/video-2.5', content: [text], prompt_enhance: 'off' }),
  ),
  'vendor-n': own('fox', ...picture, '--set', 'n=2'),
  'enable-sequential': own('fox', ...picture, '--set', 'enable_sequential=true'),
  'vendor-parameters': own('fox', ...picture, '--set', 'parameters={"seed":7}'),
  'model-not-found': line('fox', '-m', 'vendor-b/image-1'),
  'model-not-on-route': line('fox', '-m', 'spicy/video-2-5', '--api', 'v1', '--route', 'tasks'),
  'model-not-listed': line('fox', '-m', 'vendor-a/imaeg-1'),
  'prompt-missing': gap(...clip),
  'prompt-type': own('--set', 'content=fox', ...clip),
  'prompt-shape': own('--set', 'prompt=fox', ...clip),
  'prompt-blank': gap(...input({ type: 'text', text: ' ' }), ...clip),
  'prompt-twice': own('fox', '--set', 'prompt=fox', ...clip),
  'text-length': own('fox '.repeat(25_001), ...clip),
  'content-part': own(...input(text, { ...reference(), type: 'image' }), ...clip),
  'media-role': own(...input(text, { ...reference(), role: 'reference' }), ...clip),
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
  'reference-ceiling': own(
    'fox',
    ...clip20,
    ...Array.from({ length: 10 }, (_, at) => ['--ref-image', `https://example.com/${at}.png`]).flat(),
  ),
  'pictures-without-role': own(
    ...input(text, ...Array.from({ length: 31 }, () => ({ type: 'image_url', image_url: { url: link } }))),
    ...clip,
  ),
  'audio-alone': gap('fox', ...clip20, '--ref-audio', 'https://example.com/a.mp3'),
  'frames-with-references': own('fox', ...clip, '--ref-image', link, '--first-frame', link),
  'frame-twice': own('fox', ...clip, '--first-frame', link, '--first-frame', link),
  'nothing-to-prepare': { words: ['refs', 'fox', ...clip], mend: 'gap' },
  'draft-unsupported': own('fox', ...clip20, '--set', 'draft=true'),
  'draft-reference': own(...input({ type: 'draft_task', draft_task: { id: 'draft-1' } }), ...clip),
  'draft-and-final': own(...final, ...clip, '--set', 'draft=true'),
  'draft-resent': own(
    ...body({
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'draft_task', draft_task: { id: '{draft}' } }], duration: 5 },
    }),
  ),
  'draft-resolution': own(...final, ...clip, '--resolution', '720p'),
  'last-frame-not-returned': own('fox', ...clip, '--return-last-frame'),
  'reference-task': own('fox', ...clip, '--reference-task', 'edit'),
  'reference-task-ignored': own('fox', ...clip20, '--reference-task', 'edit'),
  'schema-required': gap('fox', '-m', 'vendor-a/video-1-i2v'),
  'schema-type': line('fox', ...picture, '--set', 'negative_prompt=12'),
  'schema-value': line('fox', '-m', 'vendor-a/video-1', '--duration', '99'),
  'schema-unknown-field': line('fox', ...picture, '--set', 'sed=7'),
};

/** Rules that take a file, a host or time to be broken, each with the test that breaks it. */
export const brokenElsewhere: Readonly<Record<string, string>> = {
  'key-not-sent': 'transcripts/warnings.test.ts',
  'kept-file': 'compose/kept-files.test.ts',
  'body-shape': 'service/checks/envelope.test.ts',
  'draft-validity': 'service/checks/draft.test.ts',
  'clip-container': 'service/checks/reference-media.test.ts',
  'clip-bytes': 'service/checks/reference-media.test.ts',
  'clip-cut': 'service/checks/reference-media.test.ts',
  'clip-unreadable': 'service/checks/reference-media.test.ts',
  'clip-sides': 'service/checks/reference-media.test.ts',
  'clip-pixels': 'service/checks/reference-media.test.ts',
  'clip-aspect': 'service/checks/reference-media.test.ts',
  'clip-frame-rate': 'service/checks/reference-media.test.ts',
  'clip-seconds': 'service/checks/reference-media.test.ts',
  'clips-total': 'service/checks/reference-media.test.ts',
  'picture-cut': 'service/checks/reference-media.test.ts',
  'picture-unreadable': 'service/checks/reference-media.test.ts',
  'link-unreachable': 'request/references',
  'link-type': 'request/references',
  'link-bytes': 'request/references',
  'upload-pending': 'request/references',
  'local-file': 'compose/rules',
  'cast-in-prompt': 'compose/rules',
};
