import type { Mode } from '../../../../shared/domain/mode.js';
import type { Role } from '../../../../shared/domain/roles.js';

/** The signed-in account, as returned by GET /api/v1/me. */
export interface Account {
  user_id: string;
  email: string;
  /** Absent in the answer of an API of the previous release; null if it is not known. */
  name?: string | null;
  role: Role;
  /** Nothing else works before the temporary password is changed. An API of the previous release does not say so. */
  must_change_password?: true;
  /** Nothing else works before the account has a second factor. */
  must_set_up_second_factor?: true;
  client: { client_id: string; name: string } | null;
  /** The side of the client that this session works on. */
  mode: Mode;
  /** Contact for support: an e-mail address or a URL, if the operator has set one. */
  support_contact?: string;
}
