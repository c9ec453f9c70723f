import { describe, expect, it } from 'vitest';
import { likelyBaseUrls } from '../../../src/api/transport/find-service.ts';

const host = 'https://api.example.com';
const here = 'http://127.0.0.1:8080';

describe('what was likely meant by a base URL at which no service answers', () => {
  it.each<[string, string | undefined, string[]]>([
    [`${host}/v2`, undefined, [host]],
    [`${host}/v1`, undefined, [host]],
    [`${host}/v2/models`, undefined, [host, `${host}/v2`]],
    [`${host}/media/v2/jobs`, undefined, [`${host}/media`, `${host}/media/v2`, host]],
    [`${host}/docs/api`, undefined, [`${host}/docs`, host]],
    [host, undefined, []],
    [
      host,
      'https://www.example.com/v2/models',
      ['https://www.example.com', 'https://www.example.com/v2/models', 'https://www.example.com/v2'],
    ],
    [host, `${host}/login`, [`${host}/login`]],
    [host, 'http://www.example.com/v2/models', []],
    [here, undefined, ['https://127.0.0.1:8080']],
    [
      'https://localhost:1/v2',
      undefined,
      ['https://localhost:1', 'http://localhost:1', 'http://localhost:1/v2'],
    ],
  ])('%s, that led to %s', (baseUrl, seen, meant) => {
    expect(likelyBaseUrls(baseUrl, seen)).toEqual(meant);
  });
});
