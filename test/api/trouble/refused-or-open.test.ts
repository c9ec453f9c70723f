import { describe, expect, it } from 'vitest';
import { bench, failureOf, poll, submit, submitBy } from '../api-bench.ts';
import { json } from '../loopback-service.ts';

const bytes = new TextEncoder().encode('{}');
const code = 'InputImageSensitiveContentDetected.PrivacyInformation';

async function refusal(error: Record<string, unknown>, route: 'spicy' | 'refs' | 'tasks' = 'spicy') {
  const { api } = await bench([json(400, { error })]);
  return failureOf(submitBy(api, { bytes, expectModel: 'm', route }));
}

describe('a refusal of another kind', () => {
  it.each([
    [poll, '--verbose'],
    [{ ...poll, retryRoute: 'cancel' } as const, '--verbose'],
    [{ route: 'listModels', retryRoute: 'models' } as const, '--verbose'],
    [submit, '--dry-run'],
  ])('of %j shows the request by %s, which its line takes', async (call, flag) => {
    const { api } = await bench([json(400, { error: { message: 'refused' } })]);
    expect((await failureOf(api.call(call))).hint).toBe(`to see the request, add ${flag}`);
  });
});

describe('a refusal for sensitive content', () => {
  it.each([
    ['The input content[2] may contain a real person', 'content[2]'],
    ['content index 3 shows a real person', 'content[3]'],
    ['content.1 was refused', 'content[1]'],
    ['Real person detected (index: 4)', 'content[4]'],
    ['content[0].image_url may contain real person', 'content[0]'],
  ])('%j names %s', async (message, index) => {
    const failure = await refusal({ code, message });
    expect(failure).toMatchObject({ exitCode: 10, code });
    expect(failure.message).toContain(index);
    expect(failure.hint).toContain(index);
  });

  it('never names another way to send it', async () => {
    for (const route of ['spicy', 'refs', 'tasks'] as const) {
      for (const message of ['content[1] shows a real person', 'refused']) {
        const { message: words, hint } = await refusal({ code, message }, route);
        expect(`${words} ${hint}`).not.toMatch(/refs|spicy|route|--api|tasks|images/i);
      }
    }
  });

  it('shows nothing of a request that the service quotes back', async () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n'.repeat(4000), 'latin1').toString('base64');
    for (const message of [
      `content[1] {"image_url":{"url":"data:image/png;base64,${picture}"}} refused`,
      `content[1] ${picture} refused`,
      `content[1] data:image\\/png;base64,${picture.replaceAll('/', '\\/')} refused`,
    ]) {
      const failure = await refusal({ code, message });
      const shown = `${failure.message} ${failure.why} ${failure.hint} ${failure.cause}`;
      expect(shown).not.toContain(picture.slice(0, 20));
      expect(shown.length).toBeLessThan(700);
    }
  });
});
