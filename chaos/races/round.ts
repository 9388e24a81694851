/** What a round is about. */
export const KINDS = [
  'same key',
  'same key, other bodies',
  'last credits',
  'last credits, mixed prices',
  'credits arriving',
] as const;
export type Kind = (typeof KINDS)[number];

/** One POST of a round. Posts that are the same request share one body object. */
export interface Post {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Credits. */
  readonly price: number;
}

/** Credits that an admin adds while the clients compete; sent twice at once with one key. */
export interface Grant {
  readonly key: string;
  readonly amount: number;
}

/** Everything that is sent at one instant in the name of one new client. */
export interface Round {
  /** Begins the keys of the round. */
  readonly name: string;
  readonly kind: Kind;
  /** What the client has before. */
  readonly credits: number;
  /** The header Prefer of all posts; none when empty. */
  readonly prefer: string;
  readonly posts: readonly Post[];
  readonly grants: readonly Grant[];
}

/** What came back for one POST; status 0 when nothing did. */
export interface Answer<Sent> {
  readonly sent: Sent;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What PostgreSQL holds of the client of a round once nothing is pending. */
export interface Stored {
  readonly wallet: { readonly balance: number; readonly reserved: number };
  readonly verifications: readonly StoredVerification[];
  /** In the order of the ledger. */
  readonly entries: readonly StoredEntry[];
}

export interface StoredVerification {
  /** Public id. */
  readonly id: string;
  readonly key: string;
  readonly credits: number;
  readonly status: string;
  /** Records of its consent. */
  readonly evidence: number;
}

export interface StoredEntry {
  readonly kind: string;
  readonly amount: number;
  /** Credits that could be reserved after it. */
  readonly available: number;
  /** Public id of the verification that it belongs to, if any. */
  readonly requestId: string | null;
  /** Of a grant. */
  readonly key: string | null;
}

/** A round that was played: what was told, and what is there. */
export interface PlayedRound {
  readonly round: Round;
  readonly answers: readonly Answer<Post>[];
  readonly grantAnswers: readonly Answer<Grant>[];
  readonly stored: Stored;
  /** Milliseconds from the first POST until the last answer. */
  readonly ms: number;
}
