/** An input with a fault; a group of boxes has it as a whole. */
const FAULTY = '[aria-invalid="true"], [data-error] input';

/**
 * Leads to the first faulty field of a form that was sent, whether the page or the API found the fault: in a long
 * dialog it may be out of sight, where nothing seems to have happened, and a screen reader says nothing of it anywhere.
 */
export function leadToFaultyFields(): void {
  /** The forms, and what had the focus when each was sent: whoever has gone on to another field stays there. */
  const sent = new Map<HTMLFormElement, Element | null>();
  const lead = () => {
    for (const [form, from] of sent) {
      const faulty = form.querySelector<HTMLElement>(FAULTY);
      if (faulty || !form.isConnected) sent.delete(form);
      const { activeElement } = document;
      if (activeElement === from || activeElement === document.body) faulty?.focus();
    }
  };
  window.addEventListener(
    'submit',
    ({ target }) => {
      sent.set(target as HTMLFormElement, document.activeElement);
      // A fault that was there before does not appear again.
      setTimeout(lead);
    },
    { capture: true },
  );
  // Only its own: a proof of identity may be asked for, and typed, before the answer to a form comes.
  const goOn = ({ target }: Event) => {
    const form = (target as HTMLInputElement).form;
    if (form) sent.delete(form);
  };
  window.addEventListener('input', goOn, { capture: true });
  new MutationObserver(lead).observe(document.body, {
    subtree: true,
    attributeFilter: ['aria-invalid', 'data-error'],
  });
}
