import { describe, expect, it } from 'vitest';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { type HostCertificate, makeCompany } from './fixtures/between/company.ts';
import { freePort } from './fixtures/between/daemon.ts';
import { gatewayServer, uploadCommand } from './fixtures/between/gateway.ts';
import { createTypist, doEachThing, uploadTwice } from './fixtures/between/journey.ts';
import { startNginx } from './fixtures/between/nginx.ts';

/** The service at `https://localhost` on a port for each certificate, and on one that speaks no TLS. */
async function atCompany() {
  const { home, run } = newHome();
  const company = makeCompany(home, ['localhost']);
  const sandbox = await serveSandbox(home);
  const ports = {
    good: await freePort(),
    alone: await freePort(),
    expired: await freePort(),
    otherHost: await freePort(),
    plain: await freePort(),
  };
  const server = (port: number, { chain, key }: Pick<HostCertificate, 'chain' | 'key'>): string =>
    gatewayServer(sandbox, {
      listen: `${port} ssl`,
      origin: `https://localhost:${port}`,
      server: `ssl_certificate ${chain}; ssl_certificate_key ${key};`,
    });
  const expired = company.sign('expired', ['localhost'], -1);
  const otherHost = company.sign('other', ['api.genctl.test', '*.genctl.test']);
  await startNginx(
    [
      server(ports.good, company),
      server(ports.alone, { ...company, chain: company.alone }),
      server(ports.expired, expired),
      server(ports.otherHost, otherHost),
      gatewayServer(sandbox, { listen: `${ports.plain}`, origin: `http://localhost:${ports.plain}` }),
    ].join('\n'),
    ports.good,
  );
  const runAt = (port: number, words: readonly string[], root?: string) =>
    run(words, {
      ownProcess: true,
      env: {
        GENCTL_BASE_URL: `https://localhost:${port}`,
        GENCTL_API_KEY: sandbox.account.GENCTL_API_KEY,
        ...uploadCommand(`https://localhost:${port}`, company.root),
        ...(root === undefined ? {} : { NODE_EXTRA_CA_CERTS: root }),
      },
    });
  return { company, home, ports, runAt, sandbox };
}

describe('a service with a certificate of a company', () => {
  it('is used by each command on a machine that trusts its root, and what is wrong with another one is named', async () => {
    const { company, home, ports, runAt, sandbox } = await atCompany();
    const { root } = company;
    const succeeds = createTypist((words) => runAt(ports.good, words, root));
    await doEachThing(home, succeeds);
    await uploadTwice(home, succeeds);
    const known = sandbox.jobIds().length;
    const refused: [port: number, root: string | undefined, why: string, mend: string][] = [
      [ports.good, undefined, 'does not trust who signed its certificate', 'NODE_EXTRA_CA_CERTS'],
      [ports.alone, root, 'came without that of who signed it', 'whole chain'],
      [ports.expired, root, 'its certificate has expired', 'renew it'],
      [ports.otherHost, root, 'is for other hosts: api.genctl.test, *.genctl.test', 'Use a name'],
      [ports.plain, root, 'it does not speak TLS', 'Check the port'],
    ];
    const isNamed = async (
      words: readonly string[],
      [port, trusted, ...pieces]: (typeof refused)[number],
    ) => {
      const ended = await runAt(port, words, trusted);
      expect(ended).toMatchObject({ code: 9, stdout: '' });
      for (const piece of [...pieces, 'nothing was sent'])
        expect(ended.stderr.toLowerCase()).toContain(piece.toLowerCase());
    };
    const look = ['api', 'GET', '/v2/models'];
    const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1'];
    await Promise.all([
      ...refused.map((refusal) => isNamed(look, refusal)),
      ...refused.slice(2, 3).map((refusal) => isNamed(submit, refusal)),
    ]);
    expect(sandbox.jobIds()).toHaveLength(known);
  });
});
