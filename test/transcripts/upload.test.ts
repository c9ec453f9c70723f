import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture } from '../request/references/fixtures/media-files.ts';
import { errorOf, newHome } from './genctl.ts';

/** A home without an account, with a picture, and a program that notes each path and prints the link of its count. */
function place(link = 'https://files.example.com/') {
  const { home, run } = newHome();
  const [program, log] = [join(home, 'put.cjs'), join(home, 'uploads')];
  writeFileSync(join(home, 'hero.png'), picture());
  writeFileSync(
    program,
    `require('fs').appendFileSync(${JSON.stringify(log)}, process.argv.at(-1) + '\\n');
     console.log(${JSON.stringify(link)} + require('fs').readFileSync(${JSON.stringify(log)}, 'utf8').trim().split('\\n').length);`,
  );
  const uploads = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  return { home, run, command: JSON.stringify([process.execPath, program]), uploads };
}

describe('genctl upload', () => {
  it('needs no account: the command of a setting is enough, and the same bytes go up once', async () => {
    const { command, home, run, uploads } = place();
    const refused = await run(['upload', 'hero.png', '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'upload_command_missing']);
    expect(errorOf(refused).hint).toContain('genctl config set upload_command');
    expect((await run(['config', 'set', 'upload_command', command])).code).toBe(0);
    expect((await run(['config', 'get', 'upload_command'])).stdout.trim()).toBe(command);
    const first = await run(['upload', 'hero.png', '--no-probe']);
    expect([first.code, first.stdout], first.stderr).toEqual([0, 'https://files.example.com/1\n']);
    writeFileSync(join(home, 'copy.png'), picture());
    const again = await run(['upload', 'copy.png', 'hero.png', '--no-probe', '--json']);
    const { schema, items } = JSON.parse(again.stdout);
    expect(schema).toBe('genctl.uploads/v1');
    expect(items.map(({ link, url }: Record<string, string>) => [link, url])).toEqual([
      ['remembered', 'https://files.example.com/1'],
      ['remembered', 'https://files.example.com/1'],
    ]);
    expect(items[0]).toMatchObject({ path: join(home, 'copy.png'), content_type: 'image/png' });
    expect(uploads()).toHaveLength(1);
    const embedded = await run(['upload', 'hero.png', '--sandbox']);
    expect(embedded.stdout).toMatch(/^https:\/\/upload\.invalid\/\w{12}\/hero\.png\n$/);
    expect(embedded.stderr).toContain('The sandbox uploads nothing');
  });

  it('takes the command of the environment before the one of the settings', async () => {
    const { command, run, uploads } = place();
    await run(['config', 'set', 'upload_command', '["no-such-program"]']);
    const env = { GENCTL_UPLOAD_COMMAND: command };
    expect((await run(['upload', 'hero.png', '--no-probe'], { env })).code).toBe(0);
    expect(uploads()).toHaveLength(1);
    const listed = await run(['config', 'list', '--show-origin', '--json'], { env });
    expect(JSON.parse(listed.stdout).items).toContainEqual(
      expect.objectContaining({ name: 'upload_command', origin: 'GENCTL_UPLOAD_COMMAND' }),
    );
    const broken = await run(['upload', 'hero.png', '--json'], {
      env: { GENCTL_UPLOAD_COMMAND: 'put-online --public' },
    });
    expect([broken.code, errorOf(broken).code]).toEqual([2, 'invalid_command']);
    const line = await run(['config', 'set', 'upload_command', 'put-online --public', '--json']);
    expect(errorOf(line).hint).toBe(`genctl config set upload_command '["put-online","--public"]'`);
  });

  it('gives its program no key, and shows no value that may hold one', async () => {
    const { run } = place();
    const env = {
      GENCTL_BASE_URL: 'https://api.example.com',
      GENCTL_API_KEY: 'key-of-this-account-0123456789',
      GENCTL_UPLOAD_COMMAND: JSON.stringify(['sh', '-c', 'echo got "[$GENCTL_API_KEY]" >&2; exit 1']),
    };
    const failed = await run(['upload', 'hero.png', '--no-probe'], { env });
    expect([failed.code, failed.stderr]).toEqual([14, expect.stringContaining('got []')]);
    const wrong = { ...env, GENCTL_UPLOAD_COMMAND: 'curl -u user:secret' };
    expect((await run(['upload', 'hero.png'], { env: wrong })).stderr).not.toContain('secret');
  });
});
