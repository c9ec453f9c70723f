import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Built into dist/: the page of `genctl gallery` whole, but for its items. */
const fileName = 'gallery.html';

/** In the order in which later ones change what earlier ones say. */
const styles = ['theme', 'bar', 'cards', 'tray', 'windows'] as const;

/** Puts markup, style and code of the page together, and the hashes of both into its policy: nothing else runs in it or is loaded. */
export function galleryPage(sourceFolder: string): Plugin {
  const folder = join(sourceFolder, 'gallery/page');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    name: 'gallery-page',
    async generateBundle() {
      const style = styles.map((name) => read(`style/${name}.css`)).join('\n');
      const script = await bundled(join(folder, 'main.ts'));
      const source = read('page.html')
        .replace('POLICY', () => policyOf(script, style))
        .replace('/*STYLE*/', () => style)
        .replace('/*SCRIPT*/', () => script);
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** One script without imports. What would end its element early is split. */
async function bundled(path: string): Promise<string> {
  const bundle = await rolldown({ input: path, logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
}

function policyOf(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src 'self' file:",
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
