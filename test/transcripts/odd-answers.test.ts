import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const submitted = { id: 'job_odd', model: 'm', status: 'queued', created_at: new Date().toISOString() };
const completed_at = '2026-03-04T12:00:00.000000+00:00';

/** What the service says at a look, by the first word of the path under which it is reached. */
const looks: Record<string, object> = {
  exploded: { ...submitted, status: 'exploded', completed_at },
  empty: { ...submitted, status: 'succeeded', completed_at, outputs: [] },
  without: { ...submitted, status: 'succeeded', completed_at },
  unreadable: { ...submitted, status: 'succeeded', completed_at, outputs: [{ link: 'x' }] },
};

const answerOddly: RequestListener = (request, response) => {
  const [, name = '', , , id] = (request.url ?? '').split('/');
  request.resume();
  if (id === 'page.png') return answerPage(response);
  const outputs = [{ url: `http://${request.headers.host}/page/a/b/page.png`, content_type: 'image/png' }];
  const look = name === 'page' ? { ...submitted, status: 'succeeded', completed_at, outputs } : looks[name];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.method === 'POST' ? submitted : look));
};

function answerPage(response: ServerResponse): void {
  response.setHeader('content-type', 'image/png');
  response.end('<html>not a picture</html>');
}

describe('a service that answers oddly', () => {
  const submit = async (name: string, ...words: string[]) => {
    const env = { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: `${await onLoopback(answerOddly)}/${name}` };
    // A home each: the service gives every job one id, and what a ledger has of a job that is over stands.
    return newHome().run(['submit', 'fox', '-m', 'm', '--json', '--no-preflight', ...words], { env });
  };

  it('with an end that nobody knows has not done the job', async () => {
    const ended = await submit('exploded', '--wait');
    expect(ended.code, ended.stderr).toBe(5);
    expect(JSON.parse(ended.stdout)).toMatchObject({ id: 'job_odd', status: 'exploded' });
    expect(errorOf(ended)).toMatchObject({ exit_code: 5, job_id: 'job_odd', code: 'job_exploded' });
  });

  it.each(['empty', 'without', 'unreadable'])(
    'with a success and no file (%s) has not brought one',
    async (name) => {
      const ended = await submit(name, '--download');
      expect(ended.code, ended.stderr).toBe(14);
      expect(JSON.parse(ended.stdout)).toMatchObject({ id: 'job_odd', status: 'succeeded' });
      expect(errorOf(ended)).toMatchObject({ code: 'no_outputs', job_id: 'job_odd' });
    },
  );

  it('with a page in the place of the picture is told of the job that it was for', async () => {
    const ended = await submit('page', '--download');
    expect(ended.code, ended.stderr).toBe(14);
    expect(errorOf(ended)).toMatchObject({
      code: 'not_the_media',
      job_id: 'job_odd',
      hint: expect.stringContaining('genctl download job_odd'),
    });
  });
});
