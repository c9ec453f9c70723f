import { expect, it } from 'vitest';
import { linkFault } from '../../src/text/link-fault.ts';

it.each([
  'https://x.example.com/a.png?signature=abc%1B&e=1#t',
  'https://x.example.com/caf\u00e9/\u6162.png',
  'http://127.0.0.1:8080/a',
  `https://x.example.com/${'a'.repeat(4_000)}`,
])('%s is a link for a request', (text) => expect(linkFault(text)).toBeUndefined());

it.each([
  ['', 'one https URL was expected'],
  ['uploaded', 'one https URL was expected'],
  ['https:///x', 'one https URL was expected'],
  ['s3://bucket/a', 'one https URL was expected'],
  ['data:image/png;base64,AAAA', 'one https URL was expected'],
  ['https://x.example.com/a b', 'one https URL was expected'],
  ['http://x.example.com/a', 'it is http, and the generator takes https only'],
  ['https://u:pw@x.example.com/a', 'not hold a user name'],
  ['https://u@x.example.com/a', 'not hold a user name'],
  ['https://@x.example.com/a', 'not hold a user name'],
  ['https://x.example.com/\u001b[2J', 'not hold control characters'],
  ['https://x.example.com/\u0000', 'not hold control characters'],
  ['https://x.example.com/\u009b', 'not hold control characters'],
  ['https://x.example.com/\u202egnp', 'not hold control characters'],
  ['https://x.example.com/\u200b', 'not hold control characters'],
  [`https://x.example.com/${'a'.repeat(9_000)}`, 'it has 9022 characters, and a link up to 8192'],
])('%s is none', (text, why) => expect(linkFault(text)).toContain(why));
