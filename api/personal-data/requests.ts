import type { Request } from 'express';
import { MAX_SUBJECT_LENGTH, type SubjectSearch, searchSubject } from '../../shared/db/search-subject.js';
import { namesSomebody } from '../../shared/domain/personal-data.js';
import { requestedClientId } from '../admin/requested-ids.js';
import type { ApiDeps } from '../deps.js';
import { validationFailed } from '../errors/catalogue.js';
import { Query } from '../http/query.js';
import { OptionalTrue } from '../validation/rules.js';
import { Text } from '../validation/text-rules.js';
import { collectFaults } from '../validation/validate-body.js';

/** In the body, because URLs end up in logs. */
const SUBJECT = { min: 1, max: MAX_SUBJECT_LENGTH };
const REASON = { min: 3, max: 500 };

export class EraseSubjectBody {
  @Text(SUBJECT)
  subject!: string;

  /** Kept permanently in the audit log. */
  @Text(REASON)
  reason!: string;
}

export class ExportSubjectBody {
  @Text(SUBJECT)
  subject!: string;

  /** Kept permanently in the audit log. */
  @Text(REASON)
  reason!: string;

  @OptionalTrue()
  include_answers?: true;
}

/** A validated request about one subject of the client in the path. */
export interface SubjectRequest<Body> {
  clientId: string;
  body: Body;
  search: SubjectSearch;
}

/** Validates a request about one subject. Throws `validation_failed` with every fault at once. */
export function readSubjectRequest<Body extends EraseSubjectBody>(
  Dto: new () => Body,
  req: Request,
  { indexKey }: Pick<ApiDeps['config'], 'indexKey'>,
): SubjectRequest<Body> {
  const clientId = requestedClientId(req);
  const { value, faults } = collectFaults(Dto, req.body);
  const broken = new Set(faults.map(({ field }) => field));
  const search = broken.has('subject')
    ? undefined
    : searchSubject(indexKey, clientId, value.subject, new Date());
  if (!broken.has('subject') && search === undefined) {
    const message = 'Send the complete subject as it was submitted: no service accepts this one.';
    faults.push({ field: 'subject', code: 'invalid_subject', message });
  }
  if (!broken.has('reason') && namesSomebody(value.reason, search?.forms ?? [])) {
    const message = 'The reason must not contain the subject, because the audit log keeps it permanently.';
    faults.push({ field: 'reason', code: 'personal_data', message });
  }
  faults.push(...new Query(req.query).faults());
  if (faults.length > 0 || search === undefined) throw validationFailed(faults);
  return { clientId, body: value, search };
}
