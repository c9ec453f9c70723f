/** A way to sign a link in its query. Names are in lower case: no scheme has two that differ in that alone. */
export interface SigningScheme {
  name: string;
  /** The parameters that each signed link has, with a value. */
  required: readonly string[];
  /** Required as well, but the value may be empty. */
  mayBeEmpty?: readonly string[];
  /** The parameters of the signature that only some signed links have. */
  optional?: readonly string[];
}

/** How an Azure SAS says what it is valid for. */
const azureTerms = {
  // A stored access policy, which `si` names, may give permissions and times.
  policy: ['sp', 'st', 'se', 'sip', 'spr', 'ses'],
  user: ['skoid', 'sktid', 'skt', 'ske', 'sks', 'skv', 'saoid', 'suoid', 'scid', 'sduoid', 'skdutid', 'sdd'],
} as const;

/**
 * The schemes whose parameters tell nothing of what a link leads to: who signed it, when, until when, for whom. Parameters that choose a
 * version, or change the answer, are not among them, even where the signature covers them.
 * docs/decisions/2026-11-28-signed-links.md has the source of each row, and what was left out.
 */
export const signingSchemes: readonly SigningScheme[] = [
  {
    name: 'AWS Signature Version 4',
    required: [
      ...['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-expires'],
      ...['x-amz-signedheaders', 'x-amz-signature'],
    ],
    optional: [
      ...['x-amz-security-token', 'x-amz-s3session-token', 'x-amz-content-sha256', 'x-amz-region-set'],
    ],
  },
  {
    name: 'AWS Signature Version 2',
    required: ['awsaccesskeyid', 'expires', 'signature'],
    optional: ['x-amz-security-token'],
  },
  {
    name: 'CloudFront, canned policy',
    required: ['expires', 'signature', 'key-pair-id'],
    optional: ['hash-algorithm'],
  },
  {
    name: 'CloudFront, custom policy',
    required: ['policy', 'signature', 'key-pair-id'],
    optional: ['hash-algorithm'],
  },
  {
    name: 'Google Cloud Storage, V4',
    required: [
      ...['x-goog-algorithm', 'x-goog-credential', 'x-goog-date', 'x-goog-expires'],
      ...['x-goog-signedheaders', 'x-goog-signature'],
    ],
    optional: ['x-goog-content-sha256'],
  },
  { name: 'Google Cloud Storage, V2', required: ['googleaccessid', 'expires', 'signature'] },
  {
    name: 'Google Cloud CDN',
    required: ['expires', 'keyname', 'signature'],
    optional: ['urlprefix'],
  },
  {
    name: 'Azure Storage, service or user delegation SAS',
    required: ['sv', 'sr', 'sp', 'se', 'sig'],
    optional: ['si', ...azureTerms.policy, ...azureTerms.user],
  },
  {
    name: 'Azure Storage, service SAS by a stored policy',
    required: ['sv', 'sr', 'si', 'sig'],
    optional: azureTerms.policy,
  },
  {
    name: 'Azure Storage, account SAS',
    required: ['sv', 'ss', 'srt', 'sp', 'se', 'sig'],
    optional: azureTerms.policy,
  },
  {
    name: 'Alibaba Cloud OSS, V1',
    required: ['ossaccesskeyid', 'expires', 'signature'],
    optional: ['security-token'],
  },
  {
    name: 'Alibaba Cloud OSS, V4',
    required: [
      ...['x-oss-signature-version', 'x-oss-credential', 'x-oss-date', 'x-oss-expires'],
      'x-oss-signature',
    ],
    optional: ['x-oss-additional-headers', 'x-oss-security-token'],
  },
  {
    name: 'Tencent Cloud COS',
    required: ['q-sign-algorithm', 'q-ak', 'q-sign-time', 'q-key-time', 'q-signature'],
    mayBeEmpty: ['q-header-list', 'q-url-param-list'],
    optional: ['x-cos-security-token'],
  },
  {
    name: 'Volcengine TOS',
    required: [
      ...['x-tos-algorithm', 'x-tos-credential', 'x-tos-date', 'x-tos-expires'],
      ...['x-tos-signedheaders', 'x-tos-signature'],
    ],
    optional: ['x-tos-security-token'],
  },
];
