/** A name of genctl's own whose value is a secret. Windows takes the names of variables in either case. */
const secretName = /^GENCTL_\w*(?:KEY|PASSWORD|SECRET|TOKEN)$/i;

/** A URL with a password inside, as GENCTL_QUEUE may be one. */
const passwordInUrl = /^\s*\w+:\/\/[^/@]*:[^@]+@/;

/** An environment for other programs. The secrets of genctl are nobody else's; those of other programs stay. */
export function withoutSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value = '']) => {
      const isOwn = name.toUpperCase().startsWith('GENCTL_');
      return !secretName.test(name) && !(isOwn && passwordInUrl.test(value));
    }),
  );
}
