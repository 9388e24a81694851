import { examineArchive } from './examine-archive.js';
import { examineBackup } from './examine-backup.js';
import { examineClocks } from './examine-clocks.js';
import { examineCollations } from './examine-collations.js';
import { examineDeadRows } from './examine-dead-rows.js';
import { examineDemoAccounts } from './examine-demo-accounts.js';
import { examineDurability } from './examine-durability.js';
import { examineEncryption } from './examine-encryption.js';
import { examineEvidenceKeys } from './examine-evidence-keys.js';
import { examineFigures } from './examine-figures.js';
import { examineGrants } from './examine-grants.js';
import { examineHistory } from './examine-history.js';
import { examineIndexKey } from './examine-index-key.js';
import { examineLog } from './examine-log.js';
import { examineLostRequests } from './examine-lost-requests.js';
import { examineMail } from './examine-mail.js';
import { examineMigrations } from './examine-migrations.js';
import { examineNode } from './examine-node.js';
import { examinePostgres } from './examine-postgres.js';
import { examineProvider } from './examine-provider.js';
import { examineRedis } from './examine-redis.js';
import { examineRedisKeys } from './examine-redis-keys.js';
import { examineRedisMemory } from './examine-redis-memory.js';
import { examineRedisPersistence } from './examine-redis-persistence.js';
import { examineReplication } from './examine-replication.js';
import { examineRole } from './examine-role.js';
import { examineRowSecurity } from './examine-row-security.js';
import { examineSpool } from './examine-spool.js';
import { examineTriggers } from './examine-triggers.js';
import { examineWitnesses } from './examine-witnesses.js';
import type { Judgement } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Everything doctor examines, in the order of its report. */
export const SUBJECTS: Readonly<Record<string, (on: Surroundings) => Promise<Judgement>>> = {
  node: examineNode,
  postgresql: examinePostgres,
  migrations: examineMigrations,
  role: examineRole,
  grants: examineGrants,
  row_security: examineRowSecurity,
  triggers: examineTriggers,
  figures: examineFigures,
  durability: examineDurability,
  replication: examineReplication,
  dead_rows: examineDeadRows,
  archive: examineArchive,
  backup: examineBackup,
  history: examineHistory,
  lost_requests: examineLostRequests,
  clocks: examineClocks,
  collations: examineCollations,
  redis: examineRedis,
  redis_keys: examineRedisKeys,
  redis_memory: examineRedisMemory,
  redis_persistence: examineRedisPersistence,
  encryption: examineEncryption,
  evidence_keys: examineEvidenceKeys,
  index_key: examineIndexKey,
  log: examineLog,
  witnesses: examineWitnesses,
  demo_accounts: examineDemoAccounts,
  provider: examineProvider,
  mail: examineMail,
  spool: examineSpool,
};
