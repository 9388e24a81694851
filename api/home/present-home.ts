import { durationPercentile } from '../../shared/domain/duration-buckets.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { serviceOf } from '../../shared/services/index.js';
import type {
  WireClientFigures,
  WireDay,
  WireFigures,
  WireFinished,
  WireHome,
  WireServiceFigures,
} from '../../shared/wire/home.js';
import type { ClientSums } from './load-clients.js';
import type { FigureSums, ServiceSums, TookRow } from './load-figures.js';
import type { FinishedRow } from './load-open.js';

const DAY_MS = 24 * 3_600 * 1_000;
/** Beyond this the day on which credits run out is meaningless. */
const FORESEEN_DAYS = 366;

/** A day in UTC, as yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The first of so many days, the last of which is today. */
export function firstDay(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() - (days - 1) * DAY_MS));
}

/** Figures by service, most requested first. */
export function presentServices(
  sums: readonly ServiceSums[],
  took: readonly TookRow[],
): WireServiceFigures[] {
  return [...sums]
    .sort(
      (one, other) => other.submitted - one.submitted || one.service_code.localeCompare(other.service_code),
    )
    .map((row) => ({
      service_code: row.service_code,
      service_label: serviceOf(row.service_code).label,
      ...presentFigures(
        row,
        took.filter(({ service_code }) => service_code === row.service_code),
      ),
    }));
}

/** The figures of all services together. */
export function presentTotals(sums: readonly ServiceSums[], took: readonly TookRow[]): WireFigures {
  const total = (name: keyof FigureSums): number => sums.reduce((sum, row) => sum + row[name], 0);
  return presentFigures(
    {
      submitted: total('submitted'),
      completed: total('completed'),
      credits: total('credits'),
      reviewed: total('reviewed'),
      positive: total('positive'),
      negative: total('negative'),
      no_record: total('no_record'),
      mixed: total('mixed'),
      rejected: total('rejected'),
      closed: total('closed'),
    },
    took,
  );
}

function presentFigures(
  { submitted, completed, credits, reviewed, ...outcomes }: FigureSums,
  took: readonly TookRow[],
): WireFigures {
  const { positive, negative, no_record, mixed, rejected, closed } = outcomes;
  const counts = new Map<number, number>();
  for (const { took_class, completed: count } of took) {
    counts.set(took_class, (counts.get(took_class) ?? 0) + count);
  }
  return {
    submitted,
    completed,
    credits,
    reviewed,
    outcomes: { positive, negative, no_record, mixed, rejected, closed },
    turnaround:
      counts.size === 0
        ? null
        : { p50_ms: durationPercentile(counts, 0.5), p95_ms: durationPercentile(counts, 0.95) },
  };
}

/** Every day of a period, including those on which nothing happened. */
export function presentDays(rows: readonly WireDay[], { from, to }: WireHome['period']): WireDay[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  const days: WireDay[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const day = dayOf(new Date(time));
    days.push(known.get(day) ?? { day, submitted: 0, completed: 0, credits: 0 });
  }
  return days;
}

/** How fast credits are spent since the first day with a request, and when they run out at this pace. */
export function presentPace(
  available: number,
  days: readonly WireDay[],
  now: Date,
): Pick<NonNullable<WireHome['wallet']>, 'credits_per_day' | 'runs_out_on'> {
  const begun = days.findIndex(({ submitted, credits }) => submitted + credits > 0);
  const lived = begun === -1 ? [] : days.slice(begun);
  const spent = lived.reduce((sum, { credits }) => sum + credits, 0);
  const perDay = lived.length === 0 ? 0 : spent / lived.length;
  const left = perDay === 0 ? Number.POSITIVE_INFINITY : available / perDay;
  return {
    credits_per_day: Math.round(perDay * 10) / 10,
    runs_out_on: left > FORESEEN_DAYS ? null : dayOf(new Date(now.getTime() + left * DAY_MS)),
  };
}

/** A verification that has its result, with the subject masked. */
export function presentFinished(row: FinishedRow): WireFinished {
  return {
    request_id: toPublicId('verification', row.id),
    service_code: row.service_code,
    service_label: serviceOf(row.service_code).label,
    reference: row.reference,
    subject: row.subject_masked,
    outcome: row.outcome,
    label: row.label,
    completed_at: row.completed_at.toISOString(),
  };
}

/** What one client did, for staff. */
export function presentClient({ id, ...sums }: ClientSums): WireClientFigures {
  return { client_id: toPublicId('client', id), ...sums };
}
