/** The sections of a shared file of AWS, by their names, each with its values by their names in lower case. */
export type AwsSections = ReadonlyMap<string, Readonly<Record<string, string>>>;

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
