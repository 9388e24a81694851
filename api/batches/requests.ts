import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { OptionalInteger, RequiredInteger } from '../validation/number-rules.js';
import { MustBeTrue, OptionalBoolean } from '../validation/rules.js';

/** The body of POST /api/v1/batches/{id}/start: the consents for every row of it (contract 13). */
export class StartBatchBody {
  @MustBeTrue()
  charge_approved!: true;

  @MustBeTrue()
  authority_confirmed!: true;

  @OptionalBoolean()
  biometric_consent?: boolean;

  /** 0 is what a draft without rows to submit says it costs: starting it is a 409 that says so. */
  @RequiredInteger({ min: 0, max: MAX_CREDITS })
  credits_approved!: number;

  @OptionalBoolean()
  skip_duplicates?: boolean;
}

/** The body of POST /api/v1/batches/{id}/resume; after a price change the new charge has to be approved. */
export class ResumeBatchBody {
  /** 0 is what a batch of which no row waits any more states as the charge to resume with. */
  @OptionalInteger({ min: 0, max: MAX_CREDITS })
  credits_approved?: number;
}
