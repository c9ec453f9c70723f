import { defineConfig } from 'rolldown';

/**
 * CommonJS chunks, one a command, required when used: the ESM loader never starts. See
 * docs/decisions/2026-11-21-commonjs-chunks.md for what was measured.
 */
export default defineConfig({
  input: { main: 'src/probe-main.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    dynamicImportInCjs: false,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    cleanDir: true,
  },
  plugins: [
    {
      name: 'commonjs-folder',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
      },
    },
  ],
});
