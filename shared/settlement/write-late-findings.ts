import type { BulkWrite } from '../db/bulk-write.js';
import { LateFinding } from '../db/entities/index.js';
import { columnsOf } from '../db/table-of.js';
import type { CallResult, CheckResult } from './settlement.js';

/** An answer to a call that had been given up, and what it would have made of its check. */
export interface LateAnswer {
  call: CallResult;
  result: CheckResult;
}

const FINDING_COLUMNS = columnsOf(LateFinding);

/**
 * Adds the findings of late answers to a write, as judged and sealed on arrival, so that support can later apply them
 * with one action. Answers that settle nothing are kept only as evidence on their call.
 */
export function writeLateFindings(write: BulkWrite, late: readonly LateAnswer[], now: Date): void {
  const rows = late.flatMap(({ call, result }) =>
    result.status === 'completed'
      ? [
          {
            call_id: call.id,
            outcome: result.outcome,
            label: result.label,
            details_sealed: result.detailsSealed,
            reference_sealed: result.referenceSealed,
            photo_sealed: result.photoSealed,
            created_at: now,
          },
        ]
      : [],
  );
  write.insert(LateFinding, FINDING_COLUMNS, rows);
}
