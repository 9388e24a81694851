import type { AccessAct, AccessActor, AccessChannel } from '../domain/openings.js';
import type { ServiceCode } from '../services/index.js';

/** Somebody opened something (contract 11). */
export interface WireAccess {
  /** Numbered without gaps for each client. */
  entry_no: number;
  created_at: string;
  /** Id of the user or API key, or `system`. */
  actor: string;
  actor_kind: AccessActor;
  /** The e-mail address of a user of the client or the name of a key, as of today; null for staff. */
  actor_name: string | null;
  /** What was opened. */
  act: AccessAct;
  /** Null for a file of many verifications. */
  request_id: string | null;
  /** What was asked by it; null with it. */
  service_code: ServiceCode | null;
  /** How: in the portal, by the API, or by a command on the server. */
  channel: AccessChannel;
  ip_address: string | null;
}
