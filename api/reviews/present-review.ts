import type { Keyring } from '../../shared/crypto/keyring.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { serviceOf } from '../../shared/services/index.js';
import type { WireReview, WireReviewDetail, WireStaffMember } from '../../shared/wire/review.js';
import type { CsvForm } from '../http/csv.js';
import type { ReviewRow } from './load-reviews.js';
import { maskReference } from './mask-reference.js';

/** One line of the desk. */
export function presentReview(row: ReviewRow, keyring: Keyring): WireReview {
  const { reason, ...review } = presentReviewState(row, keyring);
  if (reason === null) throw new Error('Bug: a verification under review has a reason');
  return { request_id: toPublicId('verification', row.id), reason, ...review };
}

/** What the desk knows about a case besides its report, even if its review has ended. */
export function presentReviewState(row: ReviewRow, keyring: Keyring): WireReviewDetail['review'] {
  return {
    reason: row.status === 'manual_review' ? row.review_reason : null,
    created_at: row.created_at.toISOString(),
    age_seconds: row.age_seconds,
    credits_reserved: row.credits_reserved,
    client: { client_id: toPublicId('client', row.client_id), name: row.client_name },
    service_code: row.service_code,
    service_label: serviceOf(row.service_code).label,
    subject: row.subject_masked,
    reference: maskReference(row, keyring),
    taken_by: presentStaffMember({ id: row.taken_by, email: row.taken_by_email, name: row.taken_by_name }),
    taken_until: row.taken_until?.toISOString() ?? null,
    certainly_not_sent: row.certainly_not_sent,
    late_answer: row.late_answer,
    write_off_proposed: row.write_off_proposed,
  };
}

/** A colleague, or null if there is none or it was a command on the server. */
export function presentStaffMember({ id, email, name }: StaffMemberColumns): WireStaffMember | null {
  return id === null || email === null ? null : { user_id: toPublicId('user', id), email, name };
}

/** A staff member as a row of the desk refers to one. */
interface StaffMemberColumns {
  id: string | null;
  email: string | null;
  name: string | null;
}

/** The desk as a file. */
export const REVIEWS_CSV: CsvForm<WireReview> = {
  name: 'reviews',
  columns: {
    request_id: ({ request_id }) => request_id,
    reason: ({ reason }) => reason,
    created_at: ({ created_at }) => created_at,
    age_seconds: ({ age_seconds }) => age_seconds,
    credits_reserved: ({ credits_reserved }) => credits_reserved,
    client_id: ({ client }) => client.client_id,
    client_name: ({ client }) => client.name,
    service_code: ({ service_code }) => service_code,
    service_label: ({ service_label }) => service_label,
    subject: ({ subject }) => subject,
    taken_by: ({ taken_by }) => taken_by?.email ?? null,
    taken_until: ({ taken_until }) => taken_until,
    certainly_not_sent: ({ certainly_not_sent }) => String(certainly_not_sent),
    late_answer: ({ late_answer }) => String(late_answer),
    reference: ({ reference }) => reference,
    taken_by_name: ({ taken_by }) => taken_by?.name ?? null,
    write_off_proposed: ({ write_off_proposed }) => String(write_off_proposed),
  },
};
