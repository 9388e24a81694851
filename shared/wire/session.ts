/** A session of the caller's own account, as listed by GET /api/v1/me/sessions. */
export interface WireSession {
  session_id: string;
  /** Whether this is the session of the request itself. */
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
