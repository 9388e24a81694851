/** The element whose words screen readers read out when they change; the shell has it. */
export const ANNOUNCED_IN = 'announced';

/** Has screen readers say what only eyes would notice, such as another page or another list. */
export function announce(words: string): void {
  const place = document.getElementById(ANNOUNCED_IN);
  if (place !== null) place.textContent = words;
}
