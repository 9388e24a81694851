import type { Sql } from '../../shared/db/database.js';
import { type CallState, mayHaveBeenReceived } from '../../shared/domain/states.js';

/** `lost`: the database knows of no such call. */
export type CallFate = 'repeatable' | 'possible' | 'lost';

/** Returns what the database knows about a call that the witness remembers. */
export async function loadFate(sql: Sql, callId: string): Promise<CallFate> {
  const [call] = await sql.query<{ state: CallState }>('SELECT state FROM provider_calls WHERE id = $1', [
    callId,
  ]);
  if (call === undefined) return 'lost';
  return mayHaveBeenReceived(call.state) ? 'possible' : 'repeatable';
}
