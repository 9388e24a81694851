/**
 * Gives the focus to a button that is pressed with the mouse, as most browsers do. Safari takes it from everything
 * instead: a dialog would not give it back to its button, but to a field that had it some time before. A button that
 * leaves the focus to a field, such as one that shows a password, goes on to do so.
 */
export function focusPressedButtons(): void {
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const { activeElement } = document;
      if (button === null || button === activeElement) return;
      // On the page itself, or on what is around the button, such as its dialog.
      if (activeElement?.contains(button)) button.focus({ preventScroll: true, focusVisible: false });
    },
    { capture: true },
  );
}
