import { describe, expect, it } from 'vitest';
import { readBodyRetrySeconds, readWireError } from '../../../src/api/trouble/wire-error.ts';

function read(body: unknown, contentType = 'application/json') {
  return readWireError(contentType, typeof body === 'string' ? body : JSON.stringify(body));
}

describe('the words of a refusal', () => {
  it.each([
    [
      { error: { code: 'invalid_input', message: 'n is refused' } },
      { code: 'invalid_input', message: 'n is refused' },
    ],
    [
      { error: { code: 'provider_failed', message: 'No', provider_code: 'E-7' } },
      { code: 'provider_failed', message: 'No', providerCode: 'E-7' },
    ],
    [{ error: { message: 'reference image 2: 404' } }, { message: 'reference image 2: 404' }],
    [{ error: 'The model is unknown' }, { message: 'The model is unknown' }],
    [{ error: 'model_not_found' }, { code: 'model_not_found', message: 'model_not_found' }],
    [
      { error: 'invalid_grant', message: 'No' },
      { code: 'invalid_grant', message: 'No' },
    ],
    [
      { code: 'invalid_input', message: 'No' },
      { code: 'invalid_input', message: 'No' },
    ],
    [{ detail: 'Not found' }, { message: 'Not found' }],
    [
      {
        detail: [
          { loc: ['body', 'input', 'duration'], msg: 'too long' },
          { loc: ['body'], msg: 'odd' },
        ],
      },
      { message: 'input.duration: too long; odd' },
    ],
    [{ title: 'Conflict' }, { message: 'Conflict' }],
    ['"just words"', { message: 'just words' }],
    [{ error: { code: 7, message: null } }, {}],
    [{}, {}],
    [null, {}],
    [[1, 2], {}],
    ['', {}],
  ])('are read from %j', (body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it('are plain text where that is all there is', () => {
    expect(read('  upstream\n  timed out ', 'text/plain')).toEqual({ message: 'upstream timed out' });
  });

  it('are the title of a page and nothing else of it', () => {
    expect(
      read('<html><head><title>\n502 Bad Gateway</title></head><body>secret</body>', 'text/html'),
    ).toEqual({
      message: '502 Bad Gateway',
    });
    expect(read('<p>no title</p>', 'text/html')).toEqual({});
  });

  it('are found in a page of any length', () => {
    expect(read(`<title lang="en">Blocked</title>${'<title'.repeat(150_000)}`, 'text/html').message).toBe(
      'Blocked',
    );
    expect(read('<title'.repeat(150_000), 'text/html')).toEqual({});
    expect(read(`<title>${'x'.repeat(1_000_000)}</title>`, 'text/html').message).toHaveLength(500);
  });

  it('are cut where they are long', () => {
    expect(read({ error: { message: 'x'.repeat(10_000) } }).message).toHaveLength(500);
    expect(read('y'.repeat(100_000), 'text/plain').message).toHaveLength(500);
    expect(read({ code: 'z'.repeat(10_000), message: 'm' }).code).toHaveLength(100);
  });
});

describe('the seconds that a refusal asks to wait', () => {
  it.each([
    [{ retry_after: 7 }, 7],
    [{ retry_after: 0.001 }, 1],
    [{ retry_after: 1.5 }, 2],
    [{ error: { retry_after: 7 } }, 7],
    [{ retry_after: '7' }, undefined],
    [{ retry_after: -7 }, undefined],
    [{ error: 'slow down' }, undefined],
    [null, undefined],
  ])('are read from %j', (body, seconds) => {
    expect(readBodyRetrySeconds(JSON.stringify(body))).toBe(seconds);
  });
});
