import type { KeyObject } from 'node:crypto';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import type { CheckInput } from '../providers/types.js';
import type { PendingCheck } from './pending-check.js';

/** A check with its sealed values decrypted: held only in memory, and only for the duration of its call. */
export interface OpenCheck {
  input: CheckInput;
  dataKey: KeyObject;
}

/**
 * Decrypts what the provider is to be asked. Throws SealError when a key is missing or a value was tampered
 * with.
 */
export function openCheck(check: PendingCheck, keyring: Keyring): OpenCheck {
  const sealed = new SealedVerification(keyring, { id: check.verification_id, data_key: check.data_key });
  return {
    dataKey: sealed.dataKey,
    input: {
      serviceCode: check.service_code,
      subject: sealed.subject(check.subject_sealed),
      inputType: check.subject_type,
      parameters: sealed.parameters(check.parameters_sealed),
      earlierCalls: check.earlier_calls,
    },
  };
}
