import { settingsFrom } from '../../shared/config/environment.js';
import { readDatabaseUrl } from '../../shared/config/transport.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { quarantine } from '../operations/quarantine.js';
import { reportEvidence } from '../verify/report-evidence.js';
import { reportLedger } from '../verify/report-ledger.js';
import { verifyOver } from '../verify/run-verification.js';
import type { Command } from './command.js';
import { awaitRecovery } from './restores/await-recovery.js';
import { onCopy } from './restores/on-copy.js';
import { type Reach, readReach } from './restores/read-reach.js';
import { requireCopy } from './restores/require-copy.js';
import { withDatabase } from './with-database.js';

export const verifyRestore: Command = {
  usage: '',
  summary:
    'on a backup that was restored beside the service, at RESTORED_DATABASE_URL, which is thrown away afterwards: holds back what is open there, adds the ledger up, verifies the evidence, and notes in DATABASE_URL that the backup is good; exits with 0 if it is',
  flags: {},
  run: async () => {
    const url = readRestoredAddress();
    await awaitRecovery(url);
    const restored = await openDatabase({
      url,
      applicationName: 'verify-restore',
      scope: 'operator',
      poolSize: 1,
      waitsForNoStandby: true,
    });
    try {
      return await withDatabase((live) => verify(live, restored, url));
    } finally {
      await restored.close();
    }
  },
};

function readRestoredAddress(): string {
  const hint = 'it names the database to which the backup was restored';
  return settingsFrom(process.env, (reader) => readDatabaseUrl(reader, 'RESTORED_DATABASE_URL', hint));
}

async function verify(live: Database, restored: Database, url: string): Promise<number> {
  await requireCopy(live, restored);
  const reach = await readReach(live, restored);
  console.log(
    `The backup contains everything up to ${reach.to.toISOString()}, ${Math.round(reach.behindMs / 1_000)} s ago.`,
  );
  // The first step of a real restore, which ledger and evidence have to withstand.
  const heldBack = await onCopy(() => quarantine(restored));
  console.log(`Held back ${heldBack} unsettled checks there.`);
  const holds = await onCopy(() =>
    verifyOver(url, async (sql) => {
      const [ledger, evidence] = [await reportLedger(sql), await reportEvidence(sql)];
      return ledger && evidence;
    }),
  );
  if (!holds) {
    console.error('The backup is incomplete: nothing was recorded.');
    return 1;
  }
  await note(live, reach, heldBack);
  console.log('The backup is good, and this was recorded.');
  return 0;
}

async function note(live: Database, { to }: Reach, heldBack: number): Promise<void> {
  const id = newId();
  await live.transaction(async (sql) => {
    // A transaction may be retried after its commit succeeded but the answer was lost.
    const added = await sql.query(
      `INSERT INTO verified_restores (id, reaches_to, held_back) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, to, heldBack],
    );
    if (added.length === 0) return;
    const details = { reaches_to: to.toISOString(), held_back: heldBack };
    await appendAudit(sql, {
      actor: 'system',
      action: 'restore.verified',
      target: 'verified_restores',
      details,
    });
  });
}
