import { randomUUID } from 'node:crypto';
import type { BenchClient } from '../../harness/create-clients.js';
import { Connection } from './connection.js';
import { BODY } from './post.js';

/** Submits exactly so many verifications over 64 connections; returns their public ids. */
export async function postCount(port: number, { token }: BenchClient, count: number): Promise<string[]> {
  const prefix = randomUUID();
  const ids: string[] = [];
  let sent = 0;
  const loop = async (connection: Connection): Promise<void> => {
    while (sent < count) {
      sent += 1;
      ids.push(await post(connection, port, token, `${prefix}-${sent}`));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 64 }, async () => loop(await Connection.open(port))));
  return ids;
}

function post(connection: Connection, port: number, token: string, key: string): Promise<string> {
  const request = [
    'POST /api/v1/verifications HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'prefer: respond-async',
    `idempotency-key: ${key}`,
    `content-length: ${Buffer.byteLength(BODY)}`,
    '',
    BODY,
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    connection.send(request, (status, body) => {
      if (status === 202) resolve((JSON.parse(body) as { request_id: string }).request_id);
      else reject(new Error(`${status}: ${body}`));
    });
  });
}
