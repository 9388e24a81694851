const NUMBER = new Intl.NumberFormat('en-ZA');
const DATE_TIME = new Intl.DateTimeFormat('en-ZA', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

const DAY = new Intl.DateTimeFormat('en-ZA', { day: '2-digit', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-ZA', { hour: '2-digit', minute: '2-digit' });

/** A whole number with groups of thousands, and with a real minus. */
export function formatNumber(value: number): string {
  return NUMBER.format(value).replace('-', '−');
}

/** A signed number, with a real minus: "+10", "−3". */
export function formatSigned(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${formatNumber(Math.abs(value))}`;
}

/** "1 credit", "12 credits". */
export function formatCredits(value: number): string {
  return `${formatNumber(value)} ${value === 1 ? 'credit' : 'credits'}`;
}

/** A moment in the zone of the viewer, which it names: reports are printed and sent on. "01 Sept 2026, 10:00 SAST". */
export function formatMoment(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** The day of a moment in the zone of the viewer: "01 Sept 2026". */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** The time of a moment of today in the zone of the viewer: "10:00". */
export function formatTime(iso: string): string {
  return TIME.format(new Date(iso));
}

/** A moment in UTC, to the second: "2026-09-01 08:00:00 UTC". */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A field name for a person: "date_of_birth" becomes "Date of birth". */
export function humanise(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\bid\b/g, 'ID')
    .replace(/\bvin\b/g, 'VIN');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
