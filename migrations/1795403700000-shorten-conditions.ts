import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = ['pending', 'completed', 'manual_review'];
const PERSONAL = ['fingerprint', 'subject_hash', 'data_key', 'subject_sealed', 'parameters_sealed'].join(
  ', ',
);

/** Conditions by table and name, as they are shortest and as they were. */
const CONDITIONS = {
  verifications: {
    verifications_status: either('status', STATUSES),
    verifications_outcome: either('outcome', [
      'positive',
      'negative',
      'no_record',
      'mixed',
      'rejected',
      'closed',
    ]),
    verifications_credits_follow_status: {
      short: `credits > 0
        AND credits_reserved = CASE WHEN status = 'completed' THEN 0 ELSE credits END
        AND credits_charged = CASE
          WHEN status <> 'completed' OR outcome = ANY ('{rejected,closed}'::text[]) THEN 0
          ELSE credits
        END`,
      long: `credits > 0 AND CASE
        WHEN status <> 'completed' THEN credits_reserved = credits AND credits_charged = 0
        WHEN outcome IN ('rejected', 'closed') THEN credits_reserved = 0 AND credits_charged = 0
        ELSE credits_reserved = 0 AND credits_charged = credits
      END`,
    },
    verifications_erased_completely: {
      short: `(erased_at IS NULL OR status = 'completed')
        AND num_nonnulls(${PERSONAL}) = CASE WHEN erased_at IS NULL THEN 5 ELSE 0 END`,
      long: `CASE
        WHEN erased_at IS NULL THEN num_nulls(${PERSONAL}) = 0
        ELSE status = 'completed' AND num_nonnulls(${PERSONAL}) = 0
      END`,
    },
  },
  checks: {
    checks_status: either('status', STATUSES),
    checks_outcome: either('outcome', ['positive', 'negative', 'no_record', 'rejected']),
  },
  provider_calls: {
    provider_calls_state: either('state', [
      'started',
      'not_sent',
      'refused_for_now',
      'refused',
      'answered',
      'uncertain',
      'written_off',
    ]),
  },
  wallet_entries: {
    wallet_entries_deltas_follow_kind: {
      short: `(amount > 0 OR kind = 'adjustment' AND amount <> 0) AND CASE kind
        WHEN 'reserve' THEN balance_delta = 0 AND reserved_delta = amount
        WHEN 'charge' THEN balance_delta = -amount AND reserved_delta = -amount
        WHEN 'release' THEN balance_delta = 0 AND reserved_delta = -amount
        ELSE kind = ANY ('{top_up,adjustment}'::text[]) AND balance_delta = amount AND reserved_delta = 0
      END`,
      long: `CASE kind
        WHEN 'top_up' THEN amount > 0 AND balance_delta = amount AND reserved_delta = 0
        WHEN 'adjustment' THEN amount <> 0 AND balance_delta = amount AND reserved_delta = 0
        WHEN 'reserve' THEN amount > 0 AND balance_delta = 0 AND reserved_delta = amount
        WHEN 'charge' THEN amount > 0 AND balance_delta = -amount AND reserved_delta = -amount
        WHEN 'release' THEN amount > 0 AND balance_delta = 0 AND reserved_delta = -amount
        ELSE false
      END`,
    },
    wallet_entries_verification_follows_kind: {
      short: `(kind = ANY ('{reserve,charge,release}'::text[])) = (verification_id IS NOT NULL)`,
      long: `(kind IN ('reserve', 'charge', 'release')) = (verification_id IS NOT NULL)`,
    },
  },
} as const;

function either(column: string, words: readonly string[]) {
  return {
    short: `${column} = ANY ('{${words.join()}}'::text[])`,
    long: `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`,
  };
}

/** The transitions of 1795400200000, which stay as they are. */
const MOVES_OF_STATUS = {
  pending: ['completed', 'manual_review'],
  manual_review: ['completed', 'pending'],
};
const MOVES = {
  verifications: { column: 'status', moves: MOVES_OF_STATUS },
  checks: { column: 'status', moves: MOVES_OF_STATUS },
  provider_calls: {
    column: 'state',
    moves: {
      started: ['not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain'],
      uncertain: ['answered', 'refused', 'written_off'],
    },
  },
};

/**
 * The same conditions in fewer words. PostgreSQL keeps the conditions of checks and triggers as text, and every
 * statement that writes to a table reads all of them from it again, some 6 us a kilobyte: more than a quarter of the
 * time in which it settled a single verification. What is stored of a list of words is shortest as one constant array.
 *
 * Every statement is a transaction of its own, so that no two tables are locked at once, and may be repeated. New rows
 * are checked by the new condition from the moment the old one is gone; the existing ones are read afterwards, under a
 * lock that lets others write.
 */
export class ShortenConditions1795403700000 implements MigrationInterface {
  name = 'ShortenConditions1795403700000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await restate(queryRunner, 'short');
    await watchMoves(queryRunner, (column, moves) => {
      const words = moves.map(([from, to]) => `${from}>${to}`).join();
      return `OLD.${column} || '>' || NEW.${column} <> ALL ('{${words}}'::text[])`;
    });
    await validate(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await restate(queryRunner, 'long');
    await watchMoves(queryRunner, (column, moves) => {
      const pairs = moves.map(([from, to]) => `('${from}', '${to}')`).join(', ');
      return `(OLD.${column}, NEW.${column}) NOT IN (${pairs})`;
    });
    await validate(queryRunner);
  }
}

async function restate(queryRunner: QueryRunner, as: 'short' | 'long'): Promise<void> {
  for (const [table, conditions] of Object.entries(CONDITIONS)) {
    const changes = Object.entries(conditions).map(
      ([name, condition]) =>
        `DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} CHECK (${condition[as]}) NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE ${table} ${changes.join(', ')}`);
  }
}

/**
 * Last, so that a lock that is not granted in time does not make it read everything again; each table once, whatever
 * the number of its conditions.
 */
async function validate(queryRunner: QueryRunner): Promise<void> {
  for (const [table, conditions] of Object.entries(CONDITIONS)) {
    const each = Object.keys(conditions).map((name) => `VALIDATE CONSTRAINT ${name}`);
    await queryRunner.query(`ALTER TABLE ${table} ${each.join(', ')}`);
  }
}

async function watchMoves(
  queryRunner: QueryRunner,
  isRefused: (column: string, moves: readonly (readonly [from: string, to: string])[]) => string,
): Promise<void> {
  for (const [table, { column, moves }] of Object.entries(MOVES)) {
    const pairs = Object.entries(moves).flatMap(([from, states]) => states.map((to) => [from, to] as const));
    await queryRunner.query(`
      CREATE OR REPLACE TRIGGER ${table}_moves AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
      WHEN (OLD.${column} <> NEW.${column} AND ${isRefused(column, pairs)})
      EXECUTE FUNCTION refuse_move('${column}')`);
  }
}
