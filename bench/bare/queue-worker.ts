import { Worker } from 'bullmq';
import express from 'express';
import { readWorkerConfig } from '../../shared/config/worker.js';
import { createUpstreamClient } from '../../worker/providers/upstream/client.js';
import { BARE_QUEUE, redisOptions } from '../baseline/connect.js';

// BullMQ and the same HTTP call, and nothing else: no database, no sealing, no normalising.
const config = readWorkerConfig(process.env);
const provider = createUpstreamClient({
  url: config.providerUrl,
  apiKey: config.providerApiKey,
  timeoutMs: config.providerTimeoutMs,
});
new Worker<{ idNumber: string }>(
  BARE_QUEUE,
  async ({ id, data }) => {
    const request = { path: '/verify', body: { reportType: 'said_verification', ...data } } as const;
    await provider(request, id ?? '', async () => undefined);
  },
  { connection: redisOptions(config.redisUrl), concurrency: config.concurrency },
);

const operations = express();
operations.get('/readyz', (_req, res) => void res.sendStatus(200));
operations.listen(config.metricsPort ?? 0, '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));
