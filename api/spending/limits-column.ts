/** SQL for a column `limits`: the spending limits of a subject of a client; null if there are none. */
export function limitsColumn(clientId: string, subjectId: string): string {
  return `(SELECT json_build_object('per_day', l.per_day, 'per_month', l.per_month) FROM spending_limits AS l
    WHERE l.client_id = ${clientId} AND l.subject_id = ${subjectId}) AS limits`;
}
