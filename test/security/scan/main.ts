import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFlags, refuse, text, whole } from '../../../harness/read-flags.js';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../../support/global.js';
import { type Service, startService } from '../../support/processes/service.js';
import { sqlmap, wapiti } from './injection.js';
import { missingPrograms } from './run-tool.js';
import type { Scan } from './scan.js';
import { slowhttptest } from './slow.js';
import { prepareTarget, RequestCount, type Target } from './target.js';
import { ffuf } from './words.js';

/** The quick ones first. */
const SCANS: readonly Scan[] = [...ffuf, ...slowhttptest, wapiti, ...sqlmap];

const TOOL = {
  command: 'npm run security:scan',
  does: 'Runs scanners against a service of its own on loopback, never against a server that it did not start.',
};
const FLAGS = {
  only: text('only the scans whose names contain this', undefined),
  seconds: whole('for each scan', 120, { most: 86_400 }),
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Turns the scanners of Debian on the service. Exits with 1 when one of them finds something, or the service failed a
 * request, and with 2 when one is not installed.
 */
async function main(): Promise<number> {
  const { only = '', seconds } = readFlags(TOOL, FLAGS);
  const scans = SCANS.filter(({ name }) => name.includes(only));
  // Without a scan, nothing would be found.
  if (scans.length === 0) {
    const names = SCANS.map(({ name }) => name).join(' | ');
    refuse(TOOL, FLAGS, [`--only must be part of one of these names: ${names}.`]);
  }
  const missing = missingPrograms([...new Set(scans.map(({ program }) => program))]);
  if (missing.length > 0) {
    say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install dirb ${missing.join(' ')}`);
    return 2;
  }
  await mochaGlobalSetup();
  let service: Service | undefined;
  try {
    service = await startService({ env: { CLIENT_REQUESTS_PER_MINUTE: '1000000' } });
    const bad = await runAll(scans, seconds, service, await prepareTarget(service));
    await service.expectSound();
    return bad ? 1 : 0;
  } finally {
    await service?.stop();
    await mochaGlobalTeardown();
  }
}

async function runAll(
  scans: readonly Scan[],
  seconds: number,
  service: Service,
  target: Target,
): Promise<boolean> {
  const count = new RequestCount(service);
  count.next();
  const reports = mkdtempSync(path.join(tmpdir(), 'security-scan-'));
  let bad = false;
  say('| scan | requests | answers ≥ 500 | findings |\n|---|---|---|---|');
  for (const scan of scans) {
    const folder = mkdtempSync(path.join(reports, 'scan-'));
    const { findings, cutOff, note } = await scan.run(target, { seconds, folder });
    const { requests, failures } = count.next();
    const ended = `${cutOff ? ` (cut off after ${seconds} s)` : ''}${note === undefined ? '' : `; ${note}`}`;
    say(`| ${scan.name}${ended} | ${requests} | ${failures.length} | ${findings.length} |`);
    for (const line of [...failures, ...findings]) say(`    ${line}`);
    bad ||= findings.length > 0 || failures.length > 0;
  }
  say(`Reports: ${reports}`);
  return bad;
}

process.exitCode = await main();
