import { STATE_COLUMNS, type StateTable, TRANSITIONS } from '../domain/transitions.js';

type MoveOf<Table extends StateTable> = keyof (typeof TRANSITIONS)[Table] & string;

/**
 * The condition of an UPDATE that makes this transition: the row, optionally under an alias, is in a state it starts
 * from.
 */
export function movesFrom<Table extends StateTable>(
  table: Table,
  move: MoveOf<Table>,
  alias?: string,
): string {
  const column = STATE_COLUMNS[table];
  return `${alias === undefined ? column : `${alias}.${column}`} = '${find(table, move).from}'`;
}

/** The assignment of an UPDATE for a transition with a single target state. */
export function movesTo<Table extends StateTable>(table: Table, move: MoveOf<Table>): string {
  const [to, ...others] = find(table, move).to;
  if (others.length > 0) throw new Error(`Bug: ${move} of ${table} may end in several states`);
  return `${STATE_COLUMNS[table]} = '${to}'`;
}

function find(table: StateTable, move: string): { from: string; to: readonly string[] } {
  const transitions: Readonly<Record<string, { from: string; to: readonly string[] }>> = TRANSITIONS[table];
  const transition = transitions[move];
  if (transition === undefined) throw new Error(`Bug: ${table} have no move ${move}`);
  return transition;
}
