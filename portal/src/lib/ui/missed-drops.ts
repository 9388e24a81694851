/**
 * Has a file that is dropped beside its field do nothing. The browser would open it in place of the portal: what was
 * filled in would be gone, and a list of people would be on the screen.
 */
export function ignoreMissedDrops(): void {
  for (const name of ['dragover', 'drop'] as const) {
    window.addEventListener(name, (event) => {
      // Text may be dragged into any field.
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
