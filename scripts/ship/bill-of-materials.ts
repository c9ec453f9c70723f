/** The parts of a program in CycloneDX, as far as they are looked at here. */
export interface Bill {
  metadata: { component: Component };
  components: readonly Component[];
  dependencies: readonly { ref: string; dependsOn?: readonly string[] }[];
}

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  properties?: readonly { name: string; value: string }[];
}

/** The packages in the bundle, as `name@version`, by the document of their licences. */
export function compiledIn(licenses: string): string[] {
  const named = /^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*), \S/gm;
  return Array.from(licenses.matchAll(named), ([, name, version]) => `${name}@${version}`);
}

/**
 * The bill of what is compiled in, out of that of all that is installed to build it.
 *
 * @throws where a package is compiled in that is not installed, or none is.
 */
export function bundledBill(installed: Bill, bundled: readonly string[]): Bill {
  const { component } = installed.metadata;
  const components = bundled.map((ref) => {
    const found = installed.components.find((one) => one['bom-ref'] === ref);
    if (found === undefined) throw new Error(`${ref} is compiled in, and npm knows nothing of it`);
    return { ...found, properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }] };
  });
  if (components.length === 0) throw new Error('dist/third-party-licenses.txt names no package');
  const known = new Set(bundled);
  const below = new Map(installed.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  return {
    ...installed,
    // npm takes the name of the folder.
    metadata: { ...installed.metadata, component: { ...component, name: 'genctl' } },
    components,
    dependencies: [
      { ref: component['bom-ref'], dependsOn: bundled },
      ...bundled.map((ref) => ({ ref, dependsOn: (below.get(ref) ?? []).filter((one) => known.has(one)) })),
    ],
  };
}

/** Node itself, which a single executable is made of. What Node is made of, Node says (`process.versions`). */
export function nodeComponent(version: string): Component {
  const purl = `pkg:generic/node@${version}`;
  const license = { license: { name: 'MIT, and those of what Node is made of: LICENSE-node' } };
  return {
    ...{ type: 'platform', 'bom-ref': purl, name: 'node', version, purl },
    ...{ licenses: [license] },
  };
}
