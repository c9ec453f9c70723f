import { expect, it } from 'vitest';
import { run } from './roots.ts';

const validator = ['@action-validator/core@0.6.0', '@action-validator/cli@0.6.0'];

const paths = [
  '.github/workflows/release.yml',
  'examples/github/rehearse.yml',
  'examples/github/setup-genctl/action.yml',
];

it.each(paths)('%s is what GitHub takes', (path) => {
  const packages = validator.flatMap((name) => ['--package', name]);
  expect(run('npx', '--yes', ...packages, 'action-validator', path)).toBe('');
});
