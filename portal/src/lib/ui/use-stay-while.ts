import { useStayHere } from './use-stay-here.js';

/**
 * The props of a dialog that cannot be closed, nor its page left, while its request is on the way: the answer may hold
 * a secret that is shown only once, and it would close what is open by then, with all that was typed there. What
 * handles the answer leads elsewhere with `ignoreBlocker`.
 */
export function useStayWhile(busy: boolean, onClose: () => void) {
  useStayHere(busy);
  return { onClose: busy ? () => undefined : onClose, ...(busy && { withCloseButton: false }) };
}
