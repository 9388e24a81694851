import type { CheckOutcome } from '../domain/outcome.js';
import type { Parameters } from '../domain/parameters.js';
import type { NoteKind } from '../domain/review.js';
import type { CallState, Status } from '../domain/states.js';
import type { CheckCode, ServiceCode } from '../services/index.js';
import type { WireDetails, WireReport } from './report.js';
import type { WireWalletEntry } from './wallet.js';

/** The result of a request to erase one subject. */
export interface WireErasure {
  erasure_id: string;
  /** Verifications whose personal data has been erased. */
  erased: string[];
  /** Those still open or being worked on: erased automatically as soon as they are settled. */
  waiting: { request_id: string; status: Status }[];
  /** How many batch rows that were waiting to be submitted have been erased. */
  batch_rows: number;
  /** The subject, masked. */
  searched_for: string;
  /** Present only if nothing was found. */
  message?: string;
}

/** How much an erasure of a subject would find. */
export interface WireSubjectCount {
  /** Verifications that would be erased at once. */
  settled: number;
  /** Those that would be marked, and erased once they are settled. */
  open: number;
  /** Batch rows waiting to be submitted. */
  batch_rows: number;
  /** Whether another administrator has to approve it before anything is erased. */
  approval_required: boolean;
  /** The subject, masked. */
  searched_for: string;
  /** Present only if nothing was found. */
  message?: string;
}

/** One request to the provider, as far as its subject has a right to know. */
export interface WireExportedCall {
  service_code: CheckCode;
  state: CallState;
  started_at: string;
  finished_at: string | null;
  http_status: number | null;
  reason: string | null;
  answered_late_at: string | null;
  late_finding: { outcome: CheckOutcome; label: string; details: WireDetails | null } | null;
  /** The provider's raw answer, if answers were requested; null if there is none, or it is withheld. */
  answer?: string | null;
  /** Why an answer is withheld: it is not, or not certainly, about the subject. */
  answer_withheld?: 'about_somebody_else';
}

/** Everything stored about one verification of the subject. */
export interface WireExportedVerification extends WireReport {
  parameters: Parameters;
  /** The ID photograph, JPEG in base64; null if there is none. */
  photo: string | null;
  provider_calls: WireExportedCall[];
  review_notes: { kind: NoteKind; text: string; created_at: string }[];
  wallet_entries: WireWalletEntry[];
  audit_log: { created_at: string; actor: string; action: string; details: Record<string, unknown> }[];
}

/** A batch row that waits to be submitted. */
export interface WireExportedRow {
  batch_id: string;
  row: number;
  state: 'valid' | 'duplicate';
  service_code: ServiceCode;
  subject: string;
  parameters: Parameters;
  purpose: string;
  reference: string | null;
}

/** Everything stored about one subject for one client. */
export interface WireSubjectExport {
  client_id: string;
  exported_at: string;
  /** In full, as it was requested. */
  subject: string;
  /** Verifications and waiting batch rows found; fewer follow if some are erased meanwhile. */
  found: number;
  /** Present only if nothing was found. */
  message?: string;
  batch_rows: WireExportedRow[];
  verifications: WireExportedVerification[];
}
