/**
 * The props of a dialog that cannot be closed while its request is on the way: the answer may hold a secret that is
 * shown only once, and it would close what is open by then, with all that was typed there.
 */
export function stayWhile(busy: boolean, onClose: () => void) {
  return { onClose: busy ? () => undefined : onClose, ...(busy && { withCloseButton: false }) };
}
