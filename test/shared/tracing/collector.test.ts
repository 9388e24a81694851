import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { startOpenTelemetry } from '../../../shared/tracing/open-telemetry.js';
import { useRealNetwork } from '../../support/network/real-network.js';

type Told = Parameters<LookupFunction>[2];

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
  const asking: Told[] = [];
  before(() => {
    Object.assign(process.env, SETTINGS);
    dns.lookup = ((hostname: string, options: dns.LookupOptions, told: Told) => {
      if (hostname === 'collector.invalid') asking.push(told);
      else lookUp(hostname, options, told);
    }) as typeof dns.lookup;
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
    const tracing = startOpenTelemetry('worker');
    for (let spans = 0; spans < 50; spans += 1) {
      tracing.start('check job', { kind: 'consumer' }).end();
      await sleep(20);
    }
    expect(asking).to.have.lengthOf(1);
    const gone = Object.assign(new Error('Synthetic'), { code: 'ENOTFOUND' });
    for (const told of asking) told(gone, '');
    await tracing.stop();
  });
});
