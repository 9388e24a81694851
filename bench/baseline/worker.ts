import 'reflect-metadata';
import { Worker } from 'bullmq';
import express from 'express';
import { readWorkerConfig } from '../../shared/config/worker.js';
import { createUpstreamClient } from '../../worker/providers/upstream/client.js';
import { type CheckJob, connectDatabase, QUEUE, redisOptions } from './connect.js';
import { runCheck } from './run-check.js';

const POOL_SIZE = 20;

const config = readWorkerConfig(process.env);
const dataSource = await connectDatabase(config.databaseUrl, POOL_SIZE);
const provider = createUpstreamClient({
  url: config.providerUrl,
  apiKey: config.providerApiKey,
  timeoutMs: config.providerTimeoutMs,
});
new Worker<CheckJob>(QUEUE, ({ data }) => runCheck(data.checkId, { dataSource, provider, config }), {
  connection: redisOptions(config.redisUrl),
  concurrency: config.concurrency,
});

const operations = express();
operations.get('/readyz', (_req, res) => void res.sendStatus(200));
operations.listen(config.metricsPort ?? 0, '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));
