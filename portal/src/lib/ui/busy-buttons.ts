/** What had the focus last. */
let latest: EventTarget | null = null;

/** Gives the focus, if nothing has it, to what had it last. */
export function focusLatest(): void {
  if (document.activeElement === document.body && latest instanceof HTMLElement) {
    latest.focus({ preventScroll: true });
  }
}

/**
 * Gives the focus back to a button that lost it by being disabled while its request was on the way: the keyboard would
 * go on from the top of the page, and a screen reader fall silent.
 */
export function keepFocusOfBusyButtons(): void {
  window.addEventListener('focusin', ({ target }) => {
    latest = target;
  });
  const giveBack = ({ target }: MutationRecord) => {
    if (target !== latest || document.activeElement !== document.body) return;
    if (target instanceof HTMLButtonElement && !target.disabled) target.focus({ preventScroll: true });
  };
  new MutationObserver((changes) => changes.forEach(giveBack)).observe(document.body, {
    subtree: true,
    attributeFilter: ['disabled'],
  });
}
