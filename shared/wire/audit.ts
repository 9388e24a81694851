/** One act of the audit log. */
export interface WireAuditEntry {
  /** Numbered without gaps across the whole service. */
  entry_no: number;
  created_at: string;
  /** Id of the user who acted, or `system` for a command run on the server. */
  actor: string;
  /** Null if no present account has that id. */
  actor_email: string | null;
  /** Where the request came from; null for a command. */
  ip_address: string | null;
  /** For example `user.suspended`. */
  action: string;
  /** Id of the object acted on. */
  target: string;
  /** Its current name; null if it has none. */
  target_name: string | null;
  /** What changed; `before` and `after` contain the fields that did. */
  details: Readonly<Record<string, unknown>>;
  /** The current names of the ids in the details, by id; those without a name are left out. */
  names: Readonly<Record<string, string>>;
  /**
   * What the people are called who acted, were acted on or are in the details, by id; without those of no known name.
   */
  people: Readonly<Record<string, string>>;
}
