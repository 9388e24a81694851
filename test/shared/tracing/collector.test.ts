import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { useRealNetwork } from '../../support/network/real-network.js';

const SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.invalid:4318',
  OTEL_EXPORTER_OTLP_TIMEOUT: '50',
  OTEL_BSP_SCHEDULE_DELAY: '10',
  OTEL_BSP_EXPORT_TIMEOUT: '100',
};

describe('startOpenTelemetry, while the name server of the collector is silent', () => {
  useRealNetwork();
  const lookUp = dns.lookup;
  const saved = Object.keys(SETTINGS).map((name) => [name, process.env[name]] as const);
  let asked = 0;
  before(() => {
    Object.assign(process.env, SETTINGS);
    dns.lookup = ((hostname: string) => {
      if (hostname === 'collector.invalid') asked += 1;
    }) as unknown as typeof dns.lookup;
    syncBuiltinESMExports();
  });
  after(() => {
    dns.lookup = lookUp;
    syncBuiltinESMExports();
    for (const [name, value] of saved) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('asks for its name once, however many exports wait for it', async () => {
    const { startOpenTelemetry } = await import('../../../shared/tracing/open-telemetry.js');
    const tracing = startOpenTelemetry('worker');
    for (let spans = 0; spans < 50; spans += 1) {
      tracing.start('check job', { kind: 'consumer' }).end();
      await sleep(20);
    }
    // None where another test has loaded the shared lookup before: it has the real one.
    expect(asked).to.be.below(2);
  });
});
