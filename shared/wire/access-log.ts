import type { AccessAct, AccessActor, AccessChannel } from '../domain/access-kinds.js';
import type { ServiceCode } from '../services/index.js';

/** One entry of the access log (contract 11). */
export interface WireAccess {
  /** Numbered without gaps for each client. */
  entry_no: number;
  created_at: string;
  /** Id of the user or API key, or `system`. */
  actor: string;
  actor_kind: AccessActor;
  /** The current e-mail address of a client's user, or the name of a key; null for staff. */
  actor_name: string | null;
  /** What that user is called; null for a key, for staff, and if unknown. */
  person: string | null;
  /** What was opened. */
  act: AccessAct;
  /** Null for a file of many verifications. */
  request_id: string | null;
  /** The service of that verification; null if `request_id` is. */
  service_code: ServiceCode | null;
  /** The channel: the portal, the API, or a command on the server. */
  channel: AccessChannel;
  ip_address: string | null;
}
