import type { Redis } from 'ioredis';
import type { ApiConfig } from '../shared/config/api.js';
import type { Database, DatabasePool } from '../shared/db/database.js';
import type { DurabilityKeeper } from '../shared/durability/durability-keeper.js';
import type { HistoryKeeper } from '../shared/history/history-keeper.js';
import type { Logger } from '../shared/logger.js';
import type { Draining } from '../shared/ops/draining.js';
import type { CheckQueue } from '../shared/queues/check-queue.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { Acknowledgements } from '../shared/witness/acknowledgements.js';
import type { AccessLog } from './access-log/access-log.js';
import type { ApiKeyUses } from './api-keys/api-key-uses.js';
import type { LoginLimits } from './auth/login-limits.js';
import type { FileReader } from './batches/file/file-reader.js';
import type { CsvTurns } from './http/csv-file.js';
import type { ApiMetrics } from './metrics.js';
import type { PdfPrinter } from './verifications/pdf/pdf-printer.js';
import type { SettlementListener } from './verifications/settlement-listener.js';

/** The parts the app is made of; main.ts connects the real ones, and tests may connect others. */
export interface ApiDeps {
  config: ApiConfig;
  logger: Logger;
  metrics: ApiMetrics;
  tracing: Tracing;
  /** Sees no client's rows until it is scoped: `db.scoped(…)`. */
  db: DatabasePool;
  /** Whether the process is about to stop. */
  draining: Pick<Draining, 'begun'>;
  /** For rate limits and health; fails fast while Redis is unavailable. */
  redis: Redis;
  /** Counts failed logins, wherever a password is asked for. */
  loginLimits: LoginLimits;
  /** Limits a client's concurrent file downloads, across all lists. */
  csvTurns: CsvTurns;
  /** Reads batch files off the event loop. */
  batchFiles: FileReader;
  /** Renders PDF reports off the event loop. */
  pdfPrinter: PdfPrinter;
  /** Records who opens what. */
  accessLog: AccessLog;
  /** When API keys were used, until it is stored. */
  apiKeyUses: ApiKeyUses;
  /** Knows whether the server keeps what is acknowledged. */
  durability: DurabilityKeeper;
  /** Knows whether the database is the one that was adopted. */
  history: HistoryKeeper;
  /** Records outside the database what was acknowledged. */
  acknowledgements: Acknowledgements;
  /** Tells the workers that checks are waiting. */
  checkQueue: CheckQueue;
  /** Wakes requests waiting for a verification to leave `pending`. */
  settlements: SettlementListener;
}

/** The parts for routes of support and admins: their database shows every client's rows. */
export type StaffDeps = Omit<ApiDeps, 'db'> & { db: Database };

/** Returns the same parts for routes only staff may use. */
export function forStaff(deps: ApiDeps): StaffDeps {
  return { ...deps, db: deps.db.scoped('staff') };
}

/** Creates a staff handler from the parts every endpoint gets. */
export function asStaff<Handler>(make: (deps: StaffDeps) => Handler): (deps: ApiDeps) => Handler {
  return (deps) => make(forStaff(deps));
}
