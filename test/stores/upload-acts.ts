import { createHash, randomUUID } from 'node:crypto';
import type { RawRequest } from './check-signature.ts';
import {
  type Answer,
  etagOf,
  mib,
  refused,
  type SeenCall,
  type StoreDouble,
  sent,
  wordsOf,
  xmlText,
} from './double-state.ts';

import type { Act } from './object-acts.ts';
export const uploadActs: Readonly<Record<string, Act>> = {
  'POST begin'(state, { headers, key }, _) {
    const uploadId = randomUUID();
    const { nowMs = Date.now } = state.options;
    state.uploads.set(uploadId, { key, headers: wordsOf(headers), begunMs: nowMs(), parts: new Map() });
    return sent(
      200,
      {},
      `<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    );
  },
  'PUT part'(state, { query }, { body }) {
    const upload = state.uploads.get(query.get('uploadId') ?? '');
    if (upload === undefined) return refused(404, 'NoSuchUpload', 'The specified upload does not exist.');
    const etag = etagOf(body);
    upload.parts.set(Number(query.get('partNumber')), {
      etag,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      body: state.options.keepsBytes === false ? undefined : body,
    });
    return sent(200, { etag });
  },
  'POST complete': complete,
  'DELETE upload'({ uploads }, { query }, _) {
    const isThere = uploads.delete(query.get('uploadId') ?? '');
    if (isThere) return sent(204);
    return refused(404, 'NoSuchUpload', 'The specified upload does not exist.');
  },
  'GET uploads'({ uploads }, { query }, _) {
    const entries = [...uploads]
      .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
      .map(
        ([id, { begunMs, key }]) =>
          `<Upload><Key>${xmlText(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begunMs).toISOString()}</Initiated></Upload>`,
      );
    return sent(
      200,
      {},
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`,
    );
  },
};
function complete(state: StoreDouble, { headers, key, query }: SeenCall, { body }: RawRequest): Answer {
  const { conditions = 'kept', partBytesLeast = 5 * mib } = state.options;
  const id = query.get('uploadId') ?? '';
  const upload = state.uploads.get(id);
  if (upload === undefined || upload.key !== key)
    return refused(404, 'NoSuchUpload', 'The specified upload does not exist.');
  const asked = [
    ...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g),
  ];
  const parts = asked.map(([, number, etag]) => ({
    number: Number(number),
    etag: etag?.replaceAll('&quot;', '"'),
    part: upload.parts.get(Number(number)),
  }));
  if (parts.some(({ number }, index) => number !== index + 1))
    state.violations.push('parts are not in their order');
  if (parts.length === 0 || parts.some(({ etag, part }) => part === undefined || part.etag !== etag))
    return refused(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
  const sizes = parts.map(({ part }) => part?.bytes ?? 0);
  if (sizes.slice(0, -1).some((bytes) => bytes !== sizes[0]))
    state.violations.push(`parts of unequal size: ${sizes.join(' ')}`);
  if (sizes.slice(0, -1).some((bytes) => bytes < partBytesLeast))
    return refused(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  const isKept = conditions === 'kept';
  if (headers['if-none-match'] === '*' && isKept && state.objects.has(key))
    return refused(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
  const bodies = parts.flatMap(({ part }) => part?.body ?? []);
  state.objects.set(key, {
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    // Where no bytes are kept, the hashes of the parts stand for them.
    sha256: createHash('sha256')
      .update(
        state.options.keepsBytes === false
          ? parts.map(({ part }) => part?.sha256).join()
          : Buffer.concat(bodies),
      )
      .digest('hex'),
    body: state.options.keepsBytes === false ? undefined : Buffer.concat(bodies),
    headers: upload.headers,
  });
  state.uploads.delete(id);
  return sent(
    200,
    {},
    `<CompleteMultipartUploadResult><Key>${xmlText(key)}</Key></CompleteMultipartUploadResult>`,
  );
}
