import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { CLIENT_ROLES, type ClientRole, STAFF_ROLES, type StaffRole } from '../../shared/domain/roles.js';
import type { SpendingLimits } from '../../shared/domain/spending.js';
import { Limits } from '../spending/limits-rule.js';
import { IDEMPOTENCY_KEY } from '../validation/idempotency-key.js';
import { Name } from '../validation/name-rule.js';
import { NonZeroInteger, OptionalInteger } from '../validation/number-rules.js';
import { OneOf, OptionalBoolean, OptionalTrue, ValidatedByRoute } from '../validation/rules.js';
import { Email, Text } from '../validation/text-rules.js';

// As in the tables.
const CLIENT_NAME = { min: 1, max: 200 };
const PERSON_NAME = { min: 1, max: 200 };
const THRESHOLD = { min: 0, max: MAX_CREDITS };
const RETENTION_DAYS = { min: 1, max: 3_650 };

export class AddClientBody {
  @Name(CLIENT_NAME)
  name!: string;

  @OptionalInteger(THRESHOLD, { nullable: true })
  low_balance_threshold?: number | null;

  @OptionalInteger(RETENTION_DAYS, { nullable: true })
  retention_days?: number | null;

  @Limits()
  limits?: Partial<SpendingLimits>;
}

export class PatchClientBody {
  @Name(CLIENT_NAME, { optional: true })
  name?: string;

  @OptionalBoolean()
  suspended?: boolean;

  @OptionalInteger(THRESHOLD, { nullable: true })
  low_balance_threshold?: number | null;

  @OptionalInteger(RETENTION_DAYS, { nullable: true })
  retention_days?: number | null;

  @Limits()
  limits?: Partial<SpendingLimits>;
}

export class AddUserBody {
  @Email()
  email!: string;

  @OneOf(CLIENT_ROLES, { optional: true })
  role?: ClientRole;

  @Name(PERSON_NAME, { optional: true })
  name?: string;
}

export class PatchUserBody {
  @OptionalBoolean()
  suspended?: boolean;

  @OptionalTrue()
  reset_password?: true;

  @OneOf(CLIENT_ROLES, { optional: true })
  role?: ClientRole;

  @Limits()
  limits?: Partial<SpendingLimits>;
}

export class AddStaffBody {
  @Email()
  email!: string;

  @OneOf(STAFF_ROLES)
  role!: StaffRole;

  @Name(PERSON_NAME, { optional: true })
  name?: string;
}

export class PatchStaffBody {
  @OptionalBoolean()
  suspended?: boolean;

  @OptionalTrue()
  reset_password?: true;

  @OneOf(STAFF_ROLES, { optional: true })
  role?: StaffRole;

  @Name(PERSON_NAME, { optional: true })
  name?: string;
}

export class MoveCreditsBody {
  /** Positive adds, negative takes. */
  @NonZeroInteger({ min: -MAX_CREDITS, max: MAX_CREDITS })
  amount!: number;

  /** The client reads it in its ledger. */
  @Text({ min: 1, max: 500 })
  note!: string;

  /** May come in the header Idempotency-Key instead. */
  @ValidatedByRoute(IDEMPOTENCY_KEY)
  idempotency_key?: unknown;
}
