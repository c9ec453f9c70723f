import { expect, it } from 'vitest';
import { run } from './roots.ts';

const validator = ['@action-validator/core@0.6.0', '@action-validator/cli@0.6.0'];

it.each(['.github/workflows/release.yml'])('%s is what GitHub takes', (path) => {
  const packages = validator.flatMap((name) => ['--package', name]);
  expect(run('npx', '--yes', ...packages, 'action-validator', path)).toBe('');
});
