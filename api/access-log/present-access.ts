import { toPublicId } from '../../shared/domain/ids.js';
import type { WireAccess } from '../../shared/wire/access-log.js';
import type { CsvForm } from '../http/csv.js';
import type { ShownAccess } from './load-accesses.js';

/** What a command on the server is called, which no user and no key has run. */
export const SYSTEM = 'system';

/** Presents one entry. Only staff see which staff member it was and from where; a client sees an id. */
export function presentAccess(row: ShownAccess, { ofStaff }: { ofStaff: boolean }): WireAccess {
  const hidden = row.actor_kind === 'staff' && !ofStaff;
  return {
    entry_no: row.entry_no,
    created_at: row.recorded_at.toISOString(),
    actor:
      row.actor_id === null
        ? SYSTEM
        : toPublicId(row.actor_kind === 'api_key' ? 'apiKey' : 'user', row.actor_id),
    actor_kind: row.actor_kind,
    actor_name: hidden ? null : row.actor_name,
    person: hidden ? null : row.person,
    act: row.act,
    request_id: row.verification_id === null ? null : toPublicId('verification', row.verification_id),
    service_code: row.service_code,
    channel: row.channel,
    ip_address: hidden ? null : row.ip_address,
  };
}

/** The access log as a file. */
export const ACCESS_CSV: CsvForm<WireAccess> = {
  name: 'access-log',
  columns: {
    entry_no: ({ entry_no }) => entry_no,
    created_at: ({ created_at }) => created_at,
    actor: ({ actor }) => actor,
    actor_kind: ({ actor_kind }) => actor_kind,
    actor_name: ({ actor_name }) => actor_name,
    act: ({ act }) => act,
    request_id: ({ request_id }) => request_id,
    service_code: ({ service_code }) => service_code,
    channel: ({ channel }) => channel,
    ip_address: ({ ip_address }) => ip_address,
    person: ({ person }) => person,
  },
};
