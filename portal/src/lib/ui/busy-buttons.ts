import { takeLostFocus } from './take-lost-focus.js';

/** What had the focus last. */
let latest: HTMLElement | null = null;
/** What had it last outside dialogs, and the headings over that, nearest first. */
let places: (HTMLElement | null | undefined)[] = [];

/** Gives the focus, if nothing has it, to what had it last. */
export function focusLatest(): void {
  takeLostFocus(latest);
}

/** What has the focus, or had it before it was disabled: a question that comes in between goes back to it. */
export function latestFocus(): HTMLElement | null {
  return latest;
}

/** Goes back to what had the focus before a question: at once, or as soon as its request is no longer on the way. */
export function goBackTo(before: HTMLElement | null): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  latest = before;
  focusLatest();
}

/**
 * Gives the focus back to a button that lost it by being disabled while its request was on the way, and to the heading
 * over one that has gone, such as with its row, or can no longer be pressed, because it has done all that it can: the
 * keyboard would go on from the top of the page, and a screen reader fall silent.
 */
export function keepFocusOfBusyButtons(): void {
  window.addEventListener('focusin', ({ target }) => {
    latest = target as HTMLElement;
    if (latest.closest('[role=dialog]')) return;
    places = [latest, latest.closest('section')?.querySelector('h2'), document.querySelector('h1')];
  });
  new MutationObserver((changes) => {
    for (const { attributeName, target } of changes) if (attributeName && target === latest) focusLatest();
    // A dialog that closes gives the focus back to its button, if that can still be pressed.
    if (latest?.isConnected || places.length === 0 || takesFocus(places[0])) return;
    // One that is still open was under it, and gets the focus back itself: the places are behind both.
    if (document.querySelector('[role=dialog]') !== null) return;
    takeLostFocus(places.find(takesFocus));
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function takesFocus(element: HTMLElement | null | undefined): boolean {
  return element?.isConnected === true && !element.matches(':disabled');
}
