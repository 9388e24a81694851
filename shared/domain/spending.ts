/** How long a limit counts: a day and a month of UTC. */
export const LIMIT_PERIODS = ['day', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Whom a limit can bind. */
export const LIMITED = ['client', 'user', 'api_key'] as const;
export type Limited = (typeof LIMITED)[number];

/** How many credits may be spent; null for no limit (contract 11). */
export interface SpendingLimits {
  per_day: number | null;
  per_month: number | null;
}

/** Of whom none was set. */
export const NO_LIMITS: SpendingLimits = { per_day: null, per_month: null };

/** A limit as it stands in the present period. */
export interface Limit {
  clientId: string;
  /** The client itself, or a user or key of it. */
  subjectId: string;
  of: Limited;
  period: LimitPeriod;
  /** The first day of the period. */
  startsOn: string;
  credits: number;
  /** Reserved or charged in the period. */
  used: number;
}

/** The first day of the period that a moment lies in, as `2026-11-22`. */
export function periodStart(period: LimitPeriod, moment: Date): string {
  const day = moment.toISOString().slice(0, 10);
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** When a period ends that begins on this day. */
export function periodEnd(period: LimitPeriod, startsOn: string): Date {
  const end = new Date(`${startsOn}T00:00:00.000Z`);
  if (period === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** The order in which limits are named to a caller: the narrowest first. */
const ORDER: readonly Limited[] = ['api_key', 'user', 'client'];

/** How much of a limit is spent when somebody is told, in per cent, the most first (contract 11). */
const ALERTS_AT = [100, 80] as const;

/** The limits of some clients while their wallets are locked; spending moves them in place. */
export class Spending {
  readonly #touched = new Set<Limit>();
  readonly #usedBefore: ReadonlyMap<Limit, number>;

  constructor(private readonly limits: readonly Limit[]) {
    this.#usedBefore = new Map(limits.map((limit) => [limit, limit.used]));
  }

  /** The limit that so many credits would pass, if any. */
  passedBy(spend: Spend): Limit | undefined {
    return this.#of(spend).find(({ credits, used }) => used + spend.credits > credits);
  }

  /** Counts credits that are reserved now. */
  add(spend: Spend): void {
    for (const limit of this.#of(spend)) {
      limit.used += spend.credits;
      this.#touched.add(limit);
    }
  }

  /** The limits that were counted on. */
  touched(): readonly Limit[] {
    return [...this.#touched];
  }

  /** The limits of which so much is spent by now, and was not before, that somebody is to be told. */
  crossed(): { limit: Limit; percent: number }[] {
    return this.touched().flatMap((limit) => {
      const before = this.#usedBefore.get(limit) ?? 0;
      const percent = ALERTS_AT.find((part) => {
        const threshold = limit.credits * part;
        return before * 100 < threshold && limit.used * 100 >= threshold;
      });
      return percent === undefined ? [] : [{ limit, percent }];
    });
  }

  #of({ clientId, submittedBy }: Spend): Limit[] {
    return this.limits
      .filter((limit) => limit.clientId === clientId && [clientId, submittedBy].includes(limit.subjectId))
      .sort((a, b) => ORDER.indexOf(a.of) - ORDER.indexOf(b.of));
  }
}

interface Spend {
  clientId: string;
  submittedBy: string | null;
  credits: number;
}
