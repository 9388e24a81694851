import type { ClientRole } from '../domain/roles.js';
import type { SpendingLimits } from '../domain/spending.js';

/** A person of a client's team (contract 11). */
export interface WireMember {
  user_id: string;
  name: string | null;
  email: string;
  role: ClientRole;
  suspended: boolean;
  /** Whether the account has a second factor. */
  second_factor: boolean;
  /** To the minute in the portal, and when the last token was given out elsewhere; null for somebody who never came. */
  last_seen_at: string | null;
  /** What the person may spend. */
  limits: SpendingLimits;
}

/** What holds for everybody of a team. */
export interface WireTeamSettings {
  /** People without a second factor can only set one up. */
  require_second_factor: boolean;
}

/** The answer to a new member without an invitation: the only one that holds the temporary password. */
export interface WireNewMember extends WireMember {
  temporary_password: string;
}

/** An invitation that was sent and not accepted yet. */
export interface WireInvitation {
  invitation_id: string;
  email: string;
  name: string | null;
  role: ClientRole;
  invited_by: string;
  created_at: string;
  expires_at: string;
  /** Its 72 hours are over: it can be sent again. */
  expired: boolean;
}

/** What an invitation says to whom it was sent. */
export interface WireInvited {
  email: string;
  name: string | null;
  role: ClientRole;
  client_name: string;
  expires_at: string;
}
