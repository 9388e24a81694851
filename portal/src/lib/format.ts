import { COUNTED_UP_TO } from '../../../shared/domain/open-count.js';
import { serverNow } from './server-clock.js';

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

/** A whole number with thousands separators, and a real minus sign. */
export function formatNumber(value: number): string {
  return NUMBER.format(value).replace('-', '−');
}

/** A count of open work, which is capped: "10 000+" means more. */
export function formatOpen(value: number): string {
  return value > COUNTED_UP_TO ? `${formatNumber(COUNTED_UP_TO)}+` : formatNumber(value);
}

/** A signed number, with a real minus sign: "+10", "−3". */
export function formatSigned(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${formatNumber(Math.abs(value))}`;
}

/** "1 credit", "12 credits". */
export function formatCredits(value: number): string {
  return formatCount(value, 'credit');
}

/** A number of things whose plural ends in s: "1 row", "12 rows". */
export function formatCount(count: number, thing: string): string {
  return `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/**
 * A moment in the viewer's time zone, with its name, because reports are printed and passed on: "01 Sept 2026, 10:00
 * SAST".
 */
export function formatMoment(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** The day of a moment in the viewer's time zone: "01 Sept 2026". */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

const UTC_DAY = new Intl.DateTimeFormat('en-ZA', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar day, yyyy-mm-dd, whatever the viewer's time zone: "01 Sept 2026". */
export function formatUtcDay(day: string): string {
  return UTC_DAY.format(new Date(`${day}T00:00:00Z`));
}

/** The time of a moment today in the viewer's time zone: "10:00". */
export function formatTime(iso: string): string {
  return TIME.format(new Date(iso));
}

/** A moment in UTC, to the second: "2026-09-01 08:00:00 UTC". */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const ABBREVIATIONS = /\b(?:api|csv|dns|http|https|id|ip|json|pdf|tls|totp|url|vin)\b/g;

/** A field name in words: "date_of_birth" becomes "Date of birth". */
export function humanise(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(ABBREVIATIONS, (word) => word.toUpperCase())
    // The plural of an id.
    .replace(/\bids\b/g, 'IDs');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const RELATIVE = new Intl.RelativeTimeFormat('en-ZA');
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How long ago a moment is: "just now", "5 minutes ago", "1 day ago", "3 days ago". */
export function agoWords(iso: string, now = serverNow()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  if (seconds < MINUTE_S) return 'just now';
  if (seconds < HOUR_S) return RELATIVE.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return RELATIVE.format(-Math.floor(seconds / HOUR_S), 'hour');
  return RELATIVE.format(-Math.floor(seconds / DAY_S), 'day');
}

/** A duration, without a line break before the unit: "350 ms", "2.4 s", "35 s", "4 min", "3 h", "2 days". */
export function durationWords(ms: number): string {
  const seconds = ms / 1_000;
  if (ms > 0 && Math.round(ms) < 1_000) return `${Math.max(1, Math.round(ms))}\u00a0ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))}\u00a0s`;
  if (seconds < 90) return `${Math.round(seconds)}\u00a0s`;
  const minutes = Math.round(seconds / MINUTE_S);
  if (minutes < 90) return `${minutes}\u00a0min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours}\u00a0h` : `${Math.round(hours / 24)}\u00a0days`;
}

/** A share as a percentage: "12%"; small ones keep a decimal. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}
