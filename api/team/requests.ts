import { CLIENT_ROLES, type ClientRole } from '../../shared/domain/roles.js';
import type { SpendingLimits } from '../../shared/domain/spending.js';
import { Limits } from '../spending/limits-rule.js';
import { Name } from '../validation/name-rule.js';
import { OneOf, OptionalBoolean } from '../validation/rules.js';
import { Email, MAX_PASSWORD_INPUT_LENGTH, Secret } from '../validation/text-rules.js';

const NAME = { min: 1, max: 200 };

/** The body that adds someone to a team, with an account at once or by invitation. */
export class AddMemberBody {
  @Email()
  email!: string;

  @OneOf(CLIENT_ROLES)
  role!: ClientRole;

  @Name(NAME, { optional: true })
  name?: string;
}

/** The body by which an admin adds somebody to a team, which may first need an owner. */
export class InviteOwnerBody {
  @Email()
  email!: string;

  @OneOf(CLIENT_ROLES, { optional: true })
  role?: ClientRole;

  @Name(NAME, { optional: true })
  name?: string;
}

export class PatchMemberBody {
  @OneOf(CLIENT_ROLES, { optional: true })
  role?: ClientRole;

  @OptionalBoolean()
  suspended?: boolean;

  @Name(NAME, { optional: true })
  name?: string;

  @Limits()
  limits?: Partial<SpendingLimits>;
}

export class TeamSettingsBody {
  @OptionalBoolean()
  require_second_factor?: boolean;
}

export class InvitationTokenBody {
  @Secret({ min: 1, max: 200 })
  token!: string;
}

export class AcceptInvitationBody {
  @Secret({ min: 1, max: 200 })
  token!: string;

  @Secret({ min: 1, max: MAX_PASSWORD_INPUT_LENGTH })
  password!: string;

  @Name(NAME, { optional: true })
  name?: string;
}

export class ForgottenPasswordBody {
  @Email()
  email!: string;
}

export class ResetPasswordBody {
  @Secret({ min: 1, max: 200 })
  token!: string;

  @Secret({ min: 1, max: MAX_PASSWORD_INPUT_LENGTH })
  new_password!: string;
}
