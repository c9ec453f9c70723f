import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { userFolder } from '../../src/files/user-folder.ts';

it('the folder of the user is what HOME says, or else the system, and never depends on the working folder', () => {
  expect(userFolder('/srv/me')).toBe('/srv/me');
  expect(userFolder(undefined)).toBe(homedir());
  expect(userFolder('')).toBe(homedir());
  expect(userFolder('here')).toBeUndefined();
});
