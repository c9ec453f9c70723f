import { describe, expect, it } from 'vitest';
import { fieldMarks, marksVersion } from '../../../src/batch/rules/request-fields.ts';
import { sha256 } from '../../../src/files/lazy-node.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { writtenLine } from '../../../src/queue/line/line.ts';
import { fieldsApart, queuedIn } from '../../../src/queue/store/stored-lines.ts';
import { intent } from '../../ledger/fixtures/records.ts';
import { presigned } from '../../request/rules/fixtures/signed-links.ts';

/** The intent of a line with a link, with the marks of a version. */
function lineOf(url: string, version: 'first' | 'now'): Intent {
  const body = { model: 'm', input: { prompt: 'fox', image_url: url } };
  const { fields, wholeLinks } = fieldMarks(body, {
    ...{ route: 'jobs', identityOf: (link: string) => link, digest: sha256 },
  } as const);
  const marked =
    version === 'now' ? { fields, marks: marksVersion } : { fields: { ...fields, ...wholeLinks } };
  const batch = { name: 'shots', shot: 's01', ...marked };
  return intent({ idempotency_key: 'g1-key', once: 'shots/s01', body: JSON.stringify(body), batch });
}

/** The line of an intent as a queue has it. */
function queued(of: Intent) {
  const line = {
    ...{ account: 'j1-a', origin: 'https://api.example.com', intent: of, template: '{shot}.{ext}' },
    ...{ job: undefined, wasOver: false, resend: false, returns: 0, ended: [] },
  };
  return queuedIn(JSON.parse(JSON.stringify(writtenLine(line))));
}

describe.each(['first', 'now'] as const)(
  'a line in a queue, put there with marks of version %s,',
  (there) => {
    it.each(['first', 'now'] as const)(
      'is the one to be fed with marks of version %s, whoever signed its link',
      (here) => {
        const before = queued(lineOf(presigned('11'), there));
        expect(fieldsApart(before, lineOf(presigned('22'), here))).toEqual([]);
        expect(fieldsApart(before, lineOf(presigned('22', 'b.png'), here))).toEqual(['image_url']);
      },
    );
  },
);
