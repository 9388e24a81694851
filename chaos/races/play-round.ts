import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import type { Random } from '../random.js';
import type { Competitor, RaceSite } from './race-site.js';
import { readStored } from './read-stored.js';
import type { Answer, Grant, PlayedRound, Post, Round } from './round.js';

/** An API that hangs for this long is abandoned. */
const PATIENCE_MS = 60_000;
const SETTLES_WITHIN_MS = 60_000;

/** Sends everything in a round at once, waits until nothing of it is pending, and reads what is stored. */
export async function playRound(site: RaceSite, round: Round, random: Random): Promise<PlayedRound> {
  const competitor = await site.createCompetitor(round.credits);
  const answers: Answer<Post>[] = [];
  const grantAnswers: Answer<Grant>[] = [];
  const sendings = [
    ...round.posts.map((post) => async (url: string) => {
      answers.push(await submit(url, competitor, post, round.prefer));
    }),
    ...[...round.grants, ...round.grants].map((grant) => async (url: string) => {
      grantAnswers.push(await give(url, site.adminToken(), competitor, grant));
    }),
  ];
  const urls = site.apiUrls;
  const startedAt = performance.now();
  await Promise.all(random.shuffle(sendings).map((send, index) => send(urls[index % urls.length] ?? '')));
  const ms = performance.now() - startedAt;
  // Anything still pending then is found by the judge.
  await waitUntilSettled(site.db, competitor.clientId, SETTLES_WITHIN_MS).catch(() => undefined);
  const stored = await readStored(site.db, competitor.clientId);
  return { round, answers, grantAnswers, stored, ms };
}

function submit(url: string, { token }: Competitor, post: Post, prefer: string) {
  const headers = { authorization: `Bearer ${token}`, ...(prefer !== '' && { prefer }) };
  return send(`${url}/api/v1/verifications`, headers, post, post.body);
}

function give(url: string, adminToken: string, { publicId }: Competitor, grant: Grant) {
  const body = { amount: grant.amount, note: 'Credits in the midst of a race' };
  const headers = { authorization: `Bearer ${adminToken}` };
  return send(`${url}/api/v1/admin/clients/${publicId}/credits`, headers, grant, body);
}

async function send<Sent extends { readonly key: string }>(
  url: string,
  headers: Record<string, string>,
  sent: Sent,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer<Sent>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sent.key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { sent, status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch (error) {
    return { sent, status: 0, body: { message: String(error) } };
  }
}
