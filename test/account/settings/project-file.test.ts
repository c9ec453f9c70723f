import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProjectFile } from '../../../src/account/settings/project-file.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

/** A repository with a folder two levels below its root. */
function repository() {
  const outside = tempFolder();
  const root = join(outside, 'repository');
  const deep = join(root, 'shots', 'hero');
  mkdirSync(deep, { recursive: true });
  mkdirSync(join(root, '.git'));
  const find = () => findProjectFile({ workingFolder: deep, userFolder: '/nobody' });
  const write = (folder: string, fields: unknown) =>
    writeFileSync(join(folder, '.genctl.json'), typeof fields === 'string' ? fields : JSON.stringify(fields));
  return { outside, root, deep, find, write };
}

describe('the project file', () => {
  it('is that of the working folder, or the nearest above it up to the root of the repository', () => {
    const { outside, root, deep, find, write } = repository();
    expect(find()).toBeUndefined();
    write(outside, { model: 'outside' });
    expect(find()).toBeUndefined();
    write(root, { model: 'root' });
    expect(find()).toEqual({ path: join(root, '.genctl.json'), defaults: { model: 'root' } });
    write(deep, { model: 'deep' });
    expect(find()?.defaults).toEqual({ model: 'deep' });
  });

  it('is not looked for above the folder of the user', () => {
    const { root, deep, write } = repository();
    write(root, { model: 'root' });
    const find = (userFolder: string) => findProjectFile({ workingFolder: deep, userFolder });
    expect(find(join(root, 'shots'))).toBeUndefined();
    expect(find(root)?.defaults).toEqual({ model: 'root' });
  });

  it('gives the defaults of a request, and a folder below itself', () => {
    const { root, find, write } = repository();
    const defaults = {
      model: 'vendor-b/video-2.5',
      ratio: '16:9',
      resolution: '720p',
      duration: 8,
      output_format: 'mov',
      generate_audio: false,
      seed: 0,
      name: '{id}.{ext}',
    };
    write(root, { ...defaults, dir: 'out/clips' });
    expect(find()?.defaults).toEqual({ ...defaults, dir: join(root, 'out', 'clips') });
    write(root, '\uFEFF{"dir":"."}');
    expect(find()?.defaults).toEqual({ dir: root });
  });

  it('gives a cast of files below itself, which no link leads out of', () => {
    const { outside, root, find, write } = repository();
    write(root, { cast: { fox: ['fox.png', 'art/side.png'], owl: 'owl.png' } });
    expect(find()?.defaults).toEqual({
      'cast.fox': [join(root, 'fox.png'), join(root, 'art', 'side.png')],
      'cast.owl': [join(root, 'owl.png')],
    });
    writeFileSync(join(outside, 'private.png'), 'x');
    symlinkSync(join(outside, 'private.png'), join(root, 'owl.png'));
    expect(find).toThrow(expect.objectContaining({ exitCode: 2, code: 'project_file_invalid' }));
  });

  it.each([
    ['api_key', 'sk-secret', 'holds no key'],
    ['token', 'sk-secret', 'holds no key'],
    ['base_url', 'https://evil.example.com', 'sends nothing elsewhere'],
    ['callback_url', 'https://evil.example.com', 'sends nothing elsewhere'],
    ['credential_command', ['sh'], 'runs no command'],
    ['upload_command', ['sh'], 'runs no command'],
    ['exec', 'sh', 'runs no command'],
    ['profile', 'work', 'it is not a default of a request'],
    ['__proto__', { model: 'x' }, 'it is not a default of a request'],
  ])('must not hold %s, and says so by name', (name, value, why) => {
    const { root, find, write } = repository();
    write(root, `{"model":"m",${JSON.stringify(name)}:${JSON.stringify(value)}}`);
    expect(find).toThrow(
      expect.objectContaining({
        exitCode: 2,
        code: 'project_file_invalid',
        message: `${join(root, '.genctl.json')} can't hold "${name}"`,
        why: expect.stringContaining(why),
      }),
    );
  });

  it.each([
    ['audio', true, 'generate_audio'],
    ['generateAudio', true, 'generate_audio'],
    ['reference_task', 'edit', 'omni_reference_task_type'],
    ['aspect_ratio', '16:9', 'ratio'],
    ['durration', 5, 'duration'],
    ['modle', 'vendor-a/image-1', 'model'],
    ['prompt-enhance', 'off', 'prompt_enhance'],
  ])('says of %s what the field is called', (name, value, meant) => {
    const { root, find, write } = repository();
    write(root, { [name]: value });
    expect(find).toThrow(
      expect.objectContaining({
        message: `${join(root, '.genctl.json')} can't hold "${name}"`,
        why: `the field is called ${meant}`,
        hint: `rename "${name}" to "${meant}" in it`,
      }),
    );
    write(root, { [meant]: value });
    expect(find()?.defaults).toEqual({ [meant]: value });
  });

  it.each([
    [{ model: 'https://evil.example.com' }, 'a project file holds no URL'],
    [{ name: ' ' }, 'it takes a text that is not empty'],
    [{ duration: '8' }, 'it takes a number'],
    [{ seed: 1.5 }, 'it takes a whole number'],
    [{ timeout: 'zz' }, 'it takes a duration such as 90s, 10m or 0'],
    [{ interval: '5' }, 'it takes a duration such as 90s, 10m or 0'],
    [{ concurrency: 0 }, 'it takes a whole number from 1 to 64'],
    [{ name: '{nobody}' }, '{nobody} is not one of'],
    [{ count: 0 }, 'it takes a whole number from 1 up'],
    [{ prompt_enhance: '' }, 'it takes a text that is not empty'],
    [{ generate_audio: 'false' }, 'it takes true or false'],
    [{ dir: '../..' }, '"../.." leads out of'],
    [{ dir: '/etc' }, '"/etc" leads out of'],
    [{ cast: ['fox.png'] }, 'it takes {"NAME": "FILE"}'],
    [{ cast: { 'a.b': 'fox.png' } }, 'a name of the cast begins with a letter'],
    [{ cast: { fox: [] } }, 'it takes a file, or a JSON list of files'],
    [{ cast: { fox: ['fox.png', 7] } }, 'it takes a file, or a JSON list of files'],
    [{ cast: { fox: 'https://evil.example.com/fox.png' } }, 'a project file holds no URL'],
    [{ cast: { fox: 'file:///etc/passwd' } }, 'a project file holds no URL'],
    [{ cast: { fox: ['fox.png', '../../id.png'] } }, '"../../id.png" leads out of'],
    [{ cast: { fox: '/etc/passwd' } }, '"/etc/passwd" leads out of'],
    [{ 'cast.fox': 'fox.png' }, 'it is not a default of a request'],
    [[], 'it holds no fields'],
    ['{"model": }', 'no JSON at line 1, column 11 (byte 11)'],
  ])('is refused where it is %j', (fields, why) => {
    const { root, find, write } = repository();
    write(root, fields);
    expect(find).toThrow(expect.objectContaining({ exitCode: 2, why: expect.stringContaining(why) }));
  });

  it('is refused where it is a link to a device, or longer than such a file is', () => {
    const { root, find, write } = repository();
    symlinkSync('/dev/zero', join(root, '.genctl.json'));
    expect(find).toThrow(
      expect.objectContaining({ exitCode: 2, why: expect.stringContaining('pipe or a device') }),
    );
    rmSync(join(root, '.genctl.json'));
    write(root, ' '.repeat(1024 * 1024 + 1));
    expect(find).toThrow(
      expect.objectContaining({ exitCode: 2, why: expect.stringContaining('It holds 1048577 bytes') }),
    );
  });

  it('is refused where it is a folder', () => {
    const { root, find } = repository();
    mkdirSync(join(root, '.genctl.json'));
    expect(find).toThrow(expect.objectContaining({ exitCode: 2, why: expect.stringContaining('EISDIR') }));
  });
});
