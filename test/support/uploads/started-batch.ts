import type { FedBatch } from '../../../shared/batches/submit-rows.js';
import type { Sql } from '../../../shared/db/database.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import type { Answer, TestClient } from '../http/client.js';
import { upload } from './batch-files.js';

/** Uploads a file and starts its batch at its price; returns the batch. Throws unless both are accepted. */
export async function startBatch(client: TestClient, file: string): Promise<Answer['body']> {
  const { body } = await upload(client, file);
  const consents = { charge_approved: true, authority_confirmed: true, credits_approved: body.credits };
  const answer = await client.post(`/api/v1/batches/${body.batch_id}/start`, consents);
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Reads a batch as the worker that feeds it does. */
export async function readFedBatch(sql: Sql, batchId: string): Promise<FedBatch> {
  const [batch] = await sql.query<FedBatch>(
    `SELECT id, client_id, data_key, charges, biometric_consent, skip_duplicates, submitted_by, channel, correlation_id
     FROM batches WHERE id = $1`,
    [fromPublicId('batch', batchId)],
  );
  if (batch === undefined) throw new Error('The batch is not there');
  return batch;
}
