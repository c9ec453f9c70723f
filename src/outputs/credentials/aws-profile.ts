import { join } from 'node:path';
import type { Environment } from '../../cli/surroundings.ts';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { userFolder } from '../../files/folder.ts';
import { readWholeText } from '../../files/read-whole.ts';

/** A profile of the shared files. */
export interface AwsProfile {
  name: string;
  /** The settings of the profile in the files, those of the credentials file first; undefined where neither has it. */
  values: Readonly<Record<string, string>> | undefined;
}

const limits = { bytesMost: 4 * 1024 * 1024, what: 'shared file of AWS' };

/** Reads the profile that the variables name, or `default`. Throws UsageError for a file that is there and can't be read. */
export function readAwsProfile(variables: Environment): AwsProfile {
  const name = variables.AWS_PROFILE || 'default';
  const user = userFolder(variables.HOME);
  const pathOf = (file: string) => (user === undefined ? undefined : join(user, '.aws', file));
  const config = sectionsOf(variables.AWS_CONFIG_FILE || pathOf('config'));
  const credentials = sectionsOf(variables.AWS_SHARED_CREDENTIALS_FILE || pathOf('credentials'));
  const ofConfig = config.get(`profile ${name}`) ?? (name === 'default' ? config.get(name) : undefined);
  const ofCredentials = credentials.get(name);
  const isKnown = ofConfig !== undefined || ofCredentials !== undefined;
  return { name, values: isKnown ? { ...ofConfig, ...ofCredentials } : undefined };
}

function sectionsOf(path: string | undefined): AwsSections {
  if (path === undefined) return new Map();
  try {
    return readAwsIni(readWholeText(path, limits));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    if (error instanceof UsageError) throw error;
    throw new UsageError({
      code: 'aws_file_unreadable',
      message: `${path} can't be read`,
      why: error instanceof Error ? error.message : String(error),
      hint: 'let this user read it, or name others in AWS_CONFIG_FILE and AWS_SHARED_CREDENTIALS_FILE',
      cause: error,
    });
  }
}

/** The sections of a shared file of AWS, by their names, each with its values by their names in lower case. */
type AwsSections = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Reads a shared file of AWS as its own tools do: a value is what stands behind `=`, quotes and all, until a comment behind white space;
 * indented lines belong to a value that is a section of its own (`s3 =`) and are passed over. Lines that are none of this are, too.
 */
export function readAwsIni(text: string): AwsSections {
  const sections = new Map<string, Record<string, string>>();
  let values: Record<string, string> = {};
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const section = /^\[\s*([^\]]+?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) {
      const name = section.replace(/\s+/g, ' ');
      values = sections.get(name) ?? {};
      sections.set(name, values);
    }
    const [, name, value] = /^([^\s#;=[][^=]*?)\s*=\s*(.*?)(?:\s+[#;].*)?\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && value !== '') values[name.toLowerCase()] = value;
  }
  return sections;
}
