/** An input with a fault; a group of boxes has it as a whole. */
const FAULTY = '[aria-invalid="true"], [data-error] input';

/**
 * Leads to the first faulty field of a form that was sent, whether the page or the API found the fault: in a long dialog
 * it may be out of sight, where nothing seems to have happened, and a screen reader says nothing of it anywhere.
 */
export function leadToFaultyFields(): void {
  let sent: HTMLFormElement | null = null;
  /** What had the focus when it was sent: whoever has gone on to another field stays there. */
  let from: Element | null = null;
  const lead = () => {
    const faulty = sent?.querySelector<HTMLElement>(FAULTY);
    if (!faulty) return;
    sent = null;
    const { activeElement } = document;
    if (activeElement === from || activeElement === document.body) faulty.focus();
  };
  window.addEventListener(
    'submit',
    ({ target }) => {
      sent = target as HTMLFormElement;
      from = document.activeElement;
      // A fault that was there before does not appear again.
      setTimeout(lead);
    },
    { capture: true },
  );
  const goOn = () => {
    sent = null;
  };
  window.addEventListener('input', goOn, { capture: true });
  new MutationObserver(lead).observe(document.body, {
    subtree: true,
    attributeFilter: ['aria-invalid', 'data-error'],
  });
}
