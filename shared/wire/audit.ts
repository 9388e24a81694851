/** One act of the audit log. */
export interface WireAuditEntry {
  /** Numbered without gaps over the whole service. */
  entry_no: number;
  created_at: string;
  /** Id of the user who acted, or `system` for a command run on the server. */
  actor: string;
  /** Null when no account of today has that id. */
  actor_email: string | null;
  /** Where the request came from; null for a command. */
  ip_address: string | null;
  /** For example `user.suspended`. */
  action: string;
  /** Id of what was acted on. */
  target: string;
  /** What it is called today; null of what has no name. */
  target_name: string | null;
  /** What changed; `before` and `after` hold the fields that did. */
  details: Readonly<Record<string, unknown>>;
  /** What those whose ids stand in the details are called today, by id; those without a name are left out. */
  names: Readonly<Record<string, string>>;
}
