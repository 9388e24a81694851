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

/**
 * Has Enter, held down, do once what it does. A keyboard repeats it thirty times a second: one wrong password would
 * lock the account, and one button mail dozens of invitations. In a text of several lines it goes on making lines.
 */
export function ignoreHeldEnter(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
