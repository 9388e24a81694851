/** Gives the focus to an element that has come for what had it, and leaves it with whatever has it by now. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
