/** What a click does something with at once: buttons, and the space around a dialog, which closes it. */
const PRESSED = 'button, .mantine-Modal-overlay';

/**
 * Has the second click of a double click do nothing. It would send again what the first has sent, close the dialog that
 * the first has opened, or press the button that has taken its place, which may do the opposite.
 */
export function ignoreSecondClicks(): void {
  window.addEventListener(
    'click',
    (event) => {
      const { detail: clicks, target } = event;
      if (clicks <= 1 || !(target instanceof Element) || target.closest(PRESSED) === null) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
