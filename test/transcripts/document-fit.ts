import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type DocumentName, documentNames, schemaFileName } from '../../src/cli/documents/names.ts';
import { namedPath } from '../../src/cli/line-words.ts';
import { isPrintedBy } from '../../src/run/line/help-document.ts';

const folder = resolve(import.meta.dirname, '../../schemas');
// One for all, for it compiles the schema of schemas once.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: false });
const validators = new Map<DocumentName, ValidateFunction>();

/** Why a document is not what its published schema says, read strictly: a field that it does not name is a fault here. */
export function whyUnfit(name: DocumentName, document: unknown): string | undefined {
  const validate = validators.get(name) ?? validatorOf(name);
  validators.set(name, validate);
  if (validate(document)) return undefined;
  return `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(document).slice(0, 2_000)}`;
}

/** Why a command is not known to print a document. */
export function whyNotOf(line: readonly string[], name: DocumentName): string | undefined {
  const [first = '', second = ''] = namedPath(line);
  const isHelp = name === 'genctl.help/v1';
  const printers = [first, `${first} ${second}`];
  if (isHelp || printers.some((command) => isPrintedBy(command, name))) return undefined;
  return `${printers.join(', or ')} is not said to print ${name}`;
}

function validatorOf(name: DocumentName): ValidateFunction {
  const schema = JSON.parse(readFileSync(resolve(folder, schemaFileName(name)), 'utf8'));
  return ajv.compile(closed(schema));
}

/** The same schema with every object that names its fields closed to others. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties !== undefined
      ? { ...value, additionalProperties: false }
      : value,
  );
}

/** The documents among the lines of a run: each by its name, a failure as well. */
export function documentsIn(text: string): { name: DocumentName; document: unknown }[] {
  return text.split('\n').flatMap((line) => {
    const name = nameOf(line);
    if (name === undefined) return [];
    if (!isDocumentName(name)) throw new Error(`A document without a schema: ${line.slice(0, 500)}`);
    return [{ name, document: JSON.parse(line) as unknown }];
  });
}

function nameOf(line: string): string | undefined {
  if (/^\{"error":\{"code":/.test(line)) return 'genctl.error/v1';
  if (/^\{"event":"/.test(line)) return 'genctl.events/v1';
  return /^\{"schema":"(genctl\.[^"]*)"/.exec(line)?.[1];
}

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(documentNames, name);
}
