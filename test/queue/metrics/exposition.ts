/** What a page of metrics says of one of them. */
export interface Family {
  type: string;
  help: string;
  /** By its labels as they are written. */
  values: Map<string, number>;
}

const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/;
const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$/;
const label = /[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"/;
const labels = new RegExp(`^\\{${label.source}(?:,${label.source})*\\}$`);

/** Reads text format 0.0.4, line by line, by the letter of its description. Throws where a line is none of it. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, Family>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', says = ''] = comment.exec(line) ?? [];
    if (kind === 'HELP') families.set(name, { type: '', help: says, values: new Map() });
    else if (kind === 'TYPE') {
      const family = families.get(name);
      if (family === undefined || family.type !== '') throw new Error(`TYPE without HELP: ${line}`);
      family.type = says;
    } else addSample(families, line);
  }
  return families;
}

function addSample(families: Map<string, Family>, line: string): void {
  const [, name = '', words = '', value = ''] = sample.exec(line) ?? [];
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''));
  if (family === undefined) throw new Error(`of nothing that was announced: ${line}`);
  if (words !== '' && !labels.test(words)) throw new Error(`labels are odd: ${line}`);
  if (value !== '+Inf' && Number.isNaN(Number(value))) throw new Error(`no number: ${line}`);
  const key = `${name}${words}`;
  if (family.values.has(key)) throw new Error(`said twice: ${line}`);
  family.values.set(key, Number(value));
}

/** The value of a sample, written as on the page. */
export function toldAs(families: Map<string, Family>, written: string): number | undefined {
  const [name = ''] = written.split('{');
  return families.get(name)?.values.get(written);
}
