import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a script that is written by hand, with `@NAME@` filled in from the command table. Throws for a name left over. */
export function fillBody(file: string, parts: Readonly<Record<string, string>>): string {
  const body = readFileSync(join(import.meta.dirname, file), 'utf8');
  return body.replaceAll(/@([A-Z_]{3,})@/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`${file} has no part ${name}`);
    return part;
  });
}
