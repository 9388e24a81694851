/** The subject of a round. */
export const KINDS = [
  'same key',
  'same key, other bodies',
  'last credits',
  'last credits, mixed prices',
  'credits arriving',
] as const;
export type Kind = (typeof KINDS)[number];

/** One POST of a round. Posts with the same request share one body object. */
export interface Post {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Credits. */
  readonly price: number;
}

/** Credits an admin adds while the clients compete; sent twice at once with one key. */
export interface Grant {
  readonly key: string;
  readonly amount: number;
}

/** Everything sent at the same moment in the name of one new client. */
export interface Round {
  /** Prefix of the round's keys. */
  readonly name: string;
  readonly kind: Kind;
  /** The client's credits at the beginning. */
  readonly credits: number;
  /** The header Prefer of all posts; none when empty. */
  readonly prefer: string;
  readonly posts: readonly Post[];
  readonly grants: readonly Grant[];
}

/** The answer to one POST; status 0 if there was none. */
export interface Answer<Sent> {
  readonly sent: Sent;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What PostgreSQL has of a round's client once nothing is pending. */
export interface Stored {
  readonly wallet: { readonly balance: number; readonly reserved: number };
  readonly verifications: readonly StoredVerification[];
  /** In ledger order. */
  readonly entries: readonly StoredEntry[];
}

export interface StoredVerification {
  /** Public id. */
  readonly id: string;
  readonly key: string;
  readonly credits: number;
  readonly status: string;
  /** Number of consent records. */
  readonly evidence: number;
}

export interface StoredEntry {
  readonly kind: string;
  readonly amount: number;
  /** Available credits after it. */
  readonly available: number;
  /** Public id of its verification, if any. */
  readonly requestId: string | null;
  /** The key of a grant. */
  readonly key: string | null;
}

/** A completed round: the answers, and what is stored. */
export interface PlayedRound {
  readonly round: Round;
  readonly answers: readonly Answer<Post>[];
  readonly grantAnswers: readonly Answer<Grant>[];
  readonly stored: Stored;
  /** Milliseconds from the first POST to the last answer. */
  readonly ms: number;
}
