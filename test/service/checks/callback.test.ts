import { describe, expect, it } from 'vitest';
import { onlyFinding, outline, videoBody } from '../submit-bodies.ts';

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
