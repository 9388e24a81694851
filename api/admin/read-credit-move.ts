import type { Request } from 'express';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { validationFailed } from '../errors/catalogue.js';
import { Query } from '../http/query.js';
import { validateIdempotencyKey } from '../validation/idempotency-key.js';
import { collectFaults } from '../validation/validate-body.js';
import { MoveCreditsBody } from './requests.js';

export interface CreditMoveRequest {
  amount: number;
  note: string;
  idempotencyKey: string;
}

/** Judges the body and the header Idempotency-Key of a credit move. Throws validation_failed with all faults. */
export function readCreditMove(req: Request): CreditMoveRequest {
  const { value, faults } = collectFaults(MoveCreditsBody, req.body);
  const keyHeaders = req.headersDistinct['idempotency-key'] ?? [];
  const idempotencyKey = validateIdempotencyKey(value.idempotency_key, keyHeaders, faults);
  if (typeof value.note === 'string' && holdsIdentityNumber(value.note, { separated: true })) {
    const message =
      'The note must not contain an identity number, because the ledger keeps it permanently. Remove the number.';
    faults.push({ field: 'note', code: 'personal_data', message });
  }
  const all = [...faults, ...new Query(req.query).faults()];
  if (all.length > 0) throw validationFailed(all);
  return { amount: value.amount, note: value.note, idempotencyKey };
}
