import type { KeyObject } from 'node:crypto';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { openDataKey, unseal } from '../../shared/crypto/seal.js';
import type { Parameters } from '../../shared/domain/services.js';
import type { CheckInput } from '../provider/types.js';
import type { PendingCheck } from './pending-check.js';

/** A check with its seals opened: only ever in memory, and only for the time of its call. */
export interface OpenCheck {
  input: CheckInput;
  dataKey: KeyObject;
}

/** Opens what the provider is to be asked. Throws SealError when a key is missing or a value was tampered with. */
export function openCheck(check: PendingCheck, keyring: Keyring): OpenCheck {
  const verificationId = check.verification_id;
  const dataKey = openDataKey(keyring, check.data_key, verificationId);
  const open = (column: string, sealed: Buffer): string =>
    unseal(dataKey, sealed, { table: 'verifications', column, id: verificationId }).toString();
  return {
    dataKey,
    input: {
      serviceCode: check.service_code,
      subject: open('subject_sealed', check.subject_sealed),
      inputType: check.subject_type,
      parameters: JSON.parse(open('parameters_sealed', check.parameters_sealed)) as Parameters,
    },
  };
}
