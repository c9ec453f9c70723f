import { describe, expect, it } from 'vitest';
import { preparedLinkObjection } from '../../../src/service/checks/reference-link.ts';

describe('a host that anyone can reach', () => {
  it.each([
    'https://media.example/',
    'https://8.8.8.8/',
    'https://100.63.0.1/',
    'https://100.128.0.1/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://11.0.0.1/',
    'https://10.example/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost.example/',
  ])('is that of %s', (url) => {
    expect(preparedLinkObjection(url)).toBeUndefined();
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer.local/',
    'https://nas/',
    'https://nas.lan/',
    'https://db.internal/',
    'https://router.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://172.31.255.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[fd12::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:192.168.0.1]/',
  ])('is not that of %s', (url) => {
    expect(preparedLinkObjection(url)?.what).toContain('which is not public');
  });
});
