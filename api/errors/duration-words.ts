/** Words a wait for a person, rounded up: "1 second", "40 seconds", "about 15 minutes", "about 2 hours". */
export function durationWords(seconds: number): string {
  if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? `about ${counted(minutes, 'minute')}`
    : `about ${counted(Math.ceil(minutes / 60), 'hour')}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
