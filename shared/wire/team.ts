import type { ClientRole } from '../domain/roles.js';
import type { SpendingLimits } from '../domain/spending.js';

/** A person in a client's team (contract 11). */
export interface WireMember {
  user_id: string;
  name: string | null;
  email: string;
  role: ClientRole;
  suspended: boolean;
  /** Whether the account has a second factor. */
  second_factor: boolean;
  /** To the minute in the portal, otherwise when the last token was issued; null for someone who never signed in. */
  last_seen_at: string | null;
  /** The person's spending limits. */
  limits: SpendingLimits;
}

/** Settings that apply to everyone in a team. */
export interface WireTeamSettings {
  /** People without a second factor can only set one up. */
  require_second_factor: boolean;
}

/** The answer to adding a member without an invitation: the only one that contains the temporary password. */
export interface WireNewMember extends WireMember {
  temporary_password: string;
}

/** An invitation that has not been accepted yet. */
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

/** What an invitation tells the person it was sent to. */
export interface WireInvited {
  email: string;
  name: string | null;
  role: ClientRole;
  client_name: string;
  expires_at: string;
}
