import { once } from 'node:events';
import type { Server } from 'node:http';
import { expect } from 'chai';
import express from 'express';
import { Registry } from 'prom-client';
import { notFound } from '../../../api/errors/catalogue.js';
import { handleErrors } from '../../../api/errors/handle-errors.js';
import { createApiMetrics } from '../../../api/metrics.js';
import { correlate } from '../../../api/middleware/correlate.js';
import { createLogger } from '../../../shared/logger.js';
import { closeServer } from '../../../shared/ops/listen.js';
import { NO_TRACING } from '../../../shared/tracing/tracing.js';
import { useRealNetwork } from '../../support/network/real-network.js';

describe('internal_errors_total', () => {
  useRealNetwork();
  const metrics = createApiMetrics(new Registry());
  const logger = createLogger({ process: 'api', level: 'silent' });
  let server: Server;
  before(async () => {
    const app = express();
    app.use(correlate({ logger, metrics, tracing: NO_TRACING, config: { trustProxy: false } }));
    app.get('/at-once', () => {
      throw new Error('synthetic');
    });
    app.get('/half-way', async (_req, res) => {
      await new Promise((resolve) => res.write('half of it', resolve));
      throw new Error('synthetic');
    });
    app.get('/damaged', () => {
      throw Object.assign(new Error('synthetic'), { code: 'XX001' });
    });
    app.get('/deadlock', () => {
      throw Object.assign(new Error('synthetic'), { code: '40P01' });
    });
    app.get('/refused', () => {
      throw notFound();
    });
    app.use(handleErrors({ metrics, config: { publicUrl: undefined } }));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => closeServer(server));

  /** The status of one request, and the number of errors counted for it by the time its log line is written. */
  async function countedFor(path: string): Promise<{ status: number; counted: number }> {
    const total = async () => (await metrics.internalErrors.get()).values[0]?.value ?? 0;
    const before = await total();
    const closed = new Promise<void>((resolve) =>
      server.once('request', (_req, res) => res.once('close', resolve)),
    );
    const answer = await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}${path}`);
    await answer.text().catch(() => undefined);
    await closed;
    return { status: answer.status, counted: (await total()) - before };
  }

  it('counts an answer 500 once', async () => {
    expect(await countedFor('/at-once')).to.deep.equal({ status: 500, counted: 1 });
  });

  it('counts an answer that breaks off, although its status says 200', async () => {
    expect(await countedFor('/half-way')).to.deep.equal({ status: 200, counted: 1 });
  });

  it('counts an answer 503 because PostgreSQL is there, and broken', async () => {
    expect(await countedFor('/damaged')).to.deep.equal({ status: 503, counted: 1 });
  });

  it('counts an answer 503 because others were in the way at every attempt', async () => {
    expect(await countedFor('/deadlock')).to.deep.equal({ status: 503, counted: 1 });
  });

  it('does not count what is no defect of ours', async () => {
    expect(await countedFor('/refused')).to.deep.equal({ status: 404, counted: 0 });
  });
});
