import { setTimeout as sleep } from 'node:timers/promises';
import type { WireSubjectExport } from '../../shared/wire/personal-data.js';
import { type Finding, findBrokenPromises } from '../check/find-broken-promises.js';
import { findUnerased } from '../check/find-unerased.js';
import { findUnopened } from '../check/find-unopened.js';
import { findUntold } from '../check/find-untold.js';
import { reportsFrom } from '../check/read-report.js';
import { replayAll } from '../check/replay-all.js';
import { ask } from '../client/ask.js';
import type { CrashSite } from './crash-site.js';

/** An erasure is finished within a minute once nothing holds it up, and a message is retried after half a minute. */
const KEPT_WITHIN_MS = 120_000;
const AGAIN_AFTER_MS = 1_000;

/** Finds everything that is broken on a site where nothing is pending any more. */
export async function checkSite(site: CrashSite): Promise<Finding[]> {
  const { db, promised, requests } = site;
  const client = site.submitterTo(site.api);
  const read = reportsFrom(client);
  const promises = await Promise.all([
    untilNone(() => findUnerased(db, promised.erased, read)),
    untilNone(() => findUntoldOf(site)),
    findUnopened(promised.opened, read, (subject) => exportSubject(site, subject)),
  ]);
  const unanswered = await replayAll(requests, client);
  return [
    ...site.findings,
    ...promises.flat(),
    ...unanswered,
    ...(await findBrokenPromises(db, requests, site.servers.provider.calls())),
  ];
}

/** What is still found after the time it is allowed to take. */
async function untilNone(find: () => Promise<Finding[]>): Promise<Finding[]> {
  const deadline = performance.now() + KEPT_WITHIN_MS;
  for (;;) {
    const findings = await find();
    if (findings.length === 0 || performance.now() > deadline) return findings;
    await sleep(AGAIN_AFTER_MS);
  }
}

async function findUntoldOf({ db, subscription }: CrashSite): Promise<Finding[]> {
  return subscription === undefined ? [] : findUntold(db, subscription.endpointId, subscription.received());
}

async function exportSubject(site: CrashSite, subject: string): Promise<WireSubjectExport | undefined> {
  const answer = await ask(site.api.url + site.personalDataPath('exports'), {
    token: site.staff.admin,
    method: 'POST',
    body: { subject, reason: 'The check after the kills' },
  });
  return answer?.status === 200 ? (answer.body as WireSubjectExport | undefined) : undefined;
}
