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
import type { FileReader } from './batches/file/file-reader.js';
import type { CsvTurns } from './http/csv-file.js';
import type { ApiMetrics } from './metrics.js';
import type { PdfPrinter } from './verifications/pdf/pdf-printer.js';
import type { SettlementListener } from './verifications/settlement-listener.js';

/** What the app is made of; main.ts connects the real parts and tests may connect others. */
export interface ApiDeps {
  config: ApiConfig;
  logger: Logger;
  metrics: ApiMetrics;
  tracing: Tracing;
  /** Sees no row of a client until it is told whose: `db.scoped(…)`. */
  db: DatabasePool;
  /** Whether the process is about to stop. */
  draining: Pick<Draining, 'begun'>;
  /** For rate limits and health; fails fast while Redis is away. */
  redis: Redis;
  /** Bounds the files that a client takes at once, of all lists. */
  csvTurns: CsvTurns;
  /** Reads files of batches beside the event loop. */
  batchFiles: FileReader;
  /** Makes PDF reports beside the event loop. */
  pdfPrinter: PdfPrinter;
  /** Writes down who opens what. */
  accessLog: AccessLog;
  /** When API keys were used, until it is written down. */
  apiKeyUses: ApiKeyUses;
  /** Knows whether the server keeps what is acknowledged. */
  durability: DurabilityKeeper;
  /** Knows whether the database is the one that was adopted. */
  history: HistoryKeeper;
  /** Notes what was acknowledged, outside the database. */
  acknowledgements: Acknowledgements;
  /** Tells the workers that checks wait for them. */
  checkQueue: CheckQueue;
  /** Wakes requests that wait for a verification to leave `pending`. */
  settlements: SettlementListener;
}

/** What the routes of support and admins are made of: their database shows the rows of every client. */
export type StaffDeps = Omit<ApiDeps, 'db'> & { db: Database };

/** The same parts for routes that only staff may use. */
export function forStaff(deps: ApiDeps): StaffDeps {
  return { ...deps, db: deps.db.scoped('staff') };
}

/** A handler of staff, made from the parts that every endpoint has. */
export function asStaff<Handler>(make: (deps: StaffDeps) => Handler): (deps: ApiDeps) => Handler {
  return (deps) => make(forStaff(deps));
}
