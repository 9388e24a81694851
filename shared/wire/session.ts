/** A sign-in of the own account, as GET /api/v1/me/sessions lists it. */
export interface WireSession {
  session_id: string;
  /** Of the request itself. */
  current: boolean;
  /** `portal` renews itself while it is used; `api` lives as long as its token. */
  kind: 'portal' | 'api';
  device: string;
  ip_address: string | null;
  /** Whether a second factor was proved. */
  second_factor: boolean;
  created_at: string;
  /** To the minute, for sessions of the portal. */
  last_used_at: string;
  expires_at: string;
}
