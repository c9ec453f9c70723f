import type { DocumentName } from './names.ts';

/** The file of a document's schema in the package's folder `schemas`: `job-v1.json` of `genctl.job/v1`. */
export function schemaFileName(name: DocumentName): string {
  return `${name.slice('genctl.'.length).replace('/', '-')}.json`;
}
