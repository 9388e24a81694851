/**
 * The clients with open work, as SQL for a WITH RECURSIVE under the name `busy`: walks from client to client along
 * `verifications_open_idx`, one look-up each, and ends with a row without a client. Pending work has no index by age,
 * which every verification would have to enter; by client it has.
 */
export const BUSY_CLIENTS = `busy AS (
  (SELECT client_id FROM verifications WHERE status <> 'completed' ORDER BY client_id LIMIT 1)
  UNION ALL
  SELECT (SELECT next.client_id FROM verifications next
          WHERE next.status <> 'completed' AND next.client_id > busy.client_id
          ORDER BY next.client_id LIMIT 1)
  FROM busy WHERE busy.client_id IS NOT NULL
)`;
