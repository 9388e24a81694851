import type { Redis } from 'ioredis';
import type { ApiConfig } from '../shared/config/api.js';
import type { Database } from '../shared/db/database.js';
import type { Logger } from '../shared/logger.js';
import type { CheckBell } from '../shared/queues/check-bell.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { ApiKeyUses } from './api-keys/api-key-uses.js';
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
  db: Database;
  /** For rate limits and health; fails fast while Redis is away. */
  redis: Redis;
  /** Bounds the files that a client takes at once, of all lists. */
  csvTurns: CsvTurns;
  /** Makes PDF reports beside the event loop. */
  pdfPrinter: PdfPrinter;
  /** When API keys were used, until it is written down. */
  apiKeyUses: ApiKeyUses;
  /** Tells the workers that checks wait for them. */
  bell: CheckBell;
  /** Wakes requests that wait for a verification to leave `pending`. */
  settlements: SettlementListener;
}
