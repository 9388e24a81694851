let sent = false;

/** Remembers that a new password was sent, and that it is not known whether it was set. */
export function passwordIsSent(known: boolean): void {
  sent = known;
}

/** Whether a new password may be what has ended the session: it ends every session of the account. */
export function mayBeNewPassword(): boolean {
  return sent;
}
