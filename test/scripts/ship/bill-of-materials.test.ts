import { expect, it } from 'vitest';
import { type Bill, bundledBill, compiledIn } from '../../../scripts/ship/bill-of-materials.ts';

const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version });
const installed: Bill = {
  metadata: { component: component('folder', '1.0.0') },
  components: [
    component('chalk', '5.6.2'),
    component('@hono/node-server', '2.1.8'),
    component('vitest', '4.1.12'),
  ],
  dependencies: [{ ref: 'chalk@5.6.2', dependsOn: ['vitest@4.1.12', '@hono/node-server@2.1.8'] }],
};
const licenses =
  'chalk 5.6.2, MIT\nCopyright 2020, Someone\n\n@hono/node-server 2.1.8, MIT\nVersion 2.0, January 2004\n';

it('the packages in the bundle are those of the document of licences', () => {
  expect(compiledIn(licenses)).toEqual(['chalk@5.6.2', '@hono/node-server@2.1.8']);
});

it('the bill names what is compiled in, and what of it needs what', () => {
  const bill = bundledBill(installed, compiledIn(licenses));
  expect(bill.metadata.component.name).toBe('genctl');
  expect(bill.components.map(({ name }) => name)).toEqual(['chalk', '@hono/node-server']);
  expect(bill.dependencies).toEqual([
    { ref: 'folder@1.0.0', dependsOn: ['chalk@5.6.2', '@hono/node-server@2.1.8'] },
    { ref: 'chalk@5.6.2', dependsOn: ['@hono/node-server@2.1.8'] },
    { ref: '@hono/node-server@2.1.8', dependsOn: [] },
  ]);
});

it('a package that is compiled in and not installed makes no bill', () => {
  expect(() => bundledBill(installed, ['ora@9.4.1'])).toThrow('ora@9.4.1 is compiled in');
  expect(() => bundledBill(installed, [])).toThrow('names no package');
});
