/** Ids of the earlier jobs of a case, by the name the case gives them. */
export type JobIds = ReadonlyMap<string, string>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function countedPair(macro: unknown): [unknown, number] {
  if (!Array.isArray(macro) || macro.length !== 2 || !Number.isInteger(macro[1])) {
    throw new Error(`a macro needs [what, how often], not ${JSON.stringify(macro)}`);
  }
  return [macro[0], Number(macro[1])];
}

function numbered(template: unknown, position: number): unknown {
  if (typeof template === 'string') return template.replaceAll('{i}', String(position));
  if (Array.isArray(template)) return template.map((element: unknown) => numbered(element, position));
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, inner]) => [name, numbered(inner, position)]),
  );
}

function copies(macro: unknown, jobIds: JobIds): unknown[] {
  const [template, times] = countedPair(macro);
  return Array.from({ length: times }, (_, index) => expand(numbered(template, index + 1), jobIds));
}

function jobId(name: unknown, jobIds: JobIds): string {
  const id = jobIds.get(String(name));
  if (id === undefined) throw new Error(`no earlier job is called ${String(name)}`);
  return id;
}

/**
 * A value as it is sent. `{"$repeat": ["x", 3]}` is `xxx`; `{"$job": "draft"}` is the id of that earlier job;
 * `{"$list": [part, 3]}` is an array of three, and as an element of an array it stands for three elements of it.
 * In a list's template `{i}` is the position, from 1.
 * @throws Error for a job the case did not make, and for a macro written wrongly
 */
export function expand(value: unknown, jobIds: JobIds = new Map()): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown) =>
      isRecord(element) && '$list' in element ? copies(element.$list, jobIds) : [expand(element, jobIds)],
    );
  }
  if (!isRecord(value)) return value;
  if ('$list' in value) return copies(value.$list, jobIds);
  if ('$job' in value) return jobId(value.$job, jobIds);
  if ('$repeat' in value) {
    const [text, times] = countedPair(value.$repeat);
    return String(text).repeat(times);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expand(inner, jobIds)]));
}

/**
 * A path as it is asked for: in `/v2/jobs/$draft`, `$draft` is the id of that job. `$picture.outputs.0.url`, which
 * begins with the name, is left to the runner: it stands for a link in that job's last poll.
 */
export function expandPath(path: string, jobIds: JobIds): string {
  if (!path.startsWith('/')) return path;
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(jobId(name, jobIds)));
}
