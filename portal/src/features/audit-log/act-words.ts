import { humanise } from '../../lib/format.js';

/** What somebody did, as one says it. */
const ACTS: Readonly<Record<string, string>> = {
  'approval.approved': 'Approved what a colleague proposed',
  'approval.declined': 'Declined a proposal',
  'approval.failed': 'Approved what could not be done any more',
  'approval.proposed': 'Proposed what a colleague has to approve',
  'api_key.changed': 'Changed an API key',
  'api_key.created': 'Made an API key',
  'api_key.revoked': 'Revoked an API key',
  'api_key.rotated': 'Rotated an API key',
  'client.changed': 'Changed a client',
  'client.created': 'Added a client',
  'client.logo_changed': 'Changed the logo of a client',
  'client.logo_removed': 'Removed the logo of a client',
  'client.second_factor_demanded': 'Demanded a second factor of a team',
  'client.second_factor_optional': 'Let a team do without a second factor',
  'client.suspended': 'Suspended a client',
  'client.resumed': 'Let a client work again',
  'credits.added': 'Added credits',
  'credits.taken': 'Took credits back',
  'encryption_keys.rotated': 'Finished the change to a new encryption key',
  'encryption_keys.rotation_started': 'Began the change to a new encryption key',
  'history.adopted': 'Adopted the database after a switch',
  'history.requests_compared': 'Compared the requests after a restore',
  'invitation.created': 'Invited somebody',
  'invitation.sent_again': 'Sent an invitation again',
  'invitation.withdrawn': 'Withdrew an invitation',
  'limits.changed': 'Changed spending limits',
  'personal_data.erased': 'Erased personal data',
  'personal_data.erasure_announced': 'Announced an erasure',
  'personal_data.erasure_requested': 'Asked for an erasure',
  'personal_data.erasures_called_back': 'Called erasures back',
  'personal_data.exported': 'Exported personal data',
  'personal_data.retention_ended': 'Erased what was kept long enough',
  'review.completed': 'Completed a check under review',
  'review.given_back': 'Gave a case back',
  'review.late_answer_applied': 'Put a late answer in place',
  'review.note_added': 'Wrote a note on a case',
  'review.released': 'Released the credits of a case',
  'review.requeued': 'Sent a case back to the provider',
  'review.subject_revealed': 'Looked at a whole subject',
  'restore.verified': 'Restored a backup and found it whole',
  'review.taken': 'Took a case',
  'review.viewed': 'Looked at a case',
  'reviews.quarantine_started': 'Held reviews back after a restore',
  'user.created': 'Added an account',
  'user.removed': 'Took somebody out of a team',
  'user.renamed': 'Changed the name of a person',
  'user.returned': 'Brought somebody back to a team',
  'user.role_changed': 'Gave somebody another role',
  'user.password_changed': 'Changed their password',
  'user.password_reset': 'Reset a password',
  'user.recovery_codes_renewed': 'Made new recovery codes',
  'user.second_factor_added': 'Added a second factor',
  'user.second_factor_removed': 'Removed a second factor',
  'user.second_factor_reset': 'Reset a second factor',
  'user.sessions_ended': 'Ended sessions',
  'user.suspended': 'Suspended an account',
  'user.resumed': 'Let an account sign in again',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.disabled': 'Turned a webhook off',
  'webhook.enabled': 'Turned a webhook on',
  'webhook.redelivery_requested': 'Had an event sent again',
  'webhook.secret_rotated': 'Rotated the secret of a webhook',
  'webhook.tested': 'Tested a webhook',
};

/** An act in words; one of a later release by its own name. */
export function actWords(action: string): string {
  return ACTS[action] ?? humanise(action.replace('.', ': '));
}

/** The acts that can be looked for, by their words. */
export const ACT_CHOICES = Object.entries(ACTS)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));
