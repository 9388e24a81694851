import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../../support/global.js';
import { type Service, startService } from '../../support/service.js';
import { sqlmap, wapiti } from './injection.js';
import { missingPrograms } from './run-tool.js';
import type { Scan } from './scan.js';
import { slowhttptest } from './slow.js';
import { prepareTarget, RequestCount, type Target } from './target.js';
import { ffuf } from './words.js';

/** The quick ones first. */
const SCANS: readonly Scan[] = [...ffuf, ...slowhttptest, wapiti, ...sqlmap];

/** How long each scan may take; SCAN_SECONDS says otherwise. */
const DEFAULT_SECONDS = 120;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Turns the scanners of Debian on a service of its own on loopback: never on a server that it did not start. Exits
 * with 1 when one of them finds something, or the service failed a request, and with 2 when one is not installed.
 */
async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const scans = SCANS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  const missing = missingPrograms([...new Set(scans.map(({ program }) => program))]);
  if (missing.length > 0) {
    say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install dirb ${missing.join(' ')}`);
    return 2;
  }
  await mochaGlobalSetup();
  let service: Service | undefined;
  try {
    service = await startService({ env: { CLIENT_REQUESTS_PER_MINUTE: '1000000' } });
    const bad = await runAll(scans, service, await prepareTarget(service));
    await service.expectSound();
    return bad ? 1 : 0;
  } finally {
    await service?.stop();
    await mochaGlobalTeardown();
  }
}

async function runAll(scans: readonly Scan[], service: Service, target: Target): Promise<boolean> {
  const seconds = Number(process.env.SCAN_SECONDS ?? DEFAULT_SECONDS);
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
