/** The periods of a limit: a UTC day or month. */
export const LIMIT_PERIODS = ['day', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** What a limit can apply to. */
export const LIMITED = ['client', 'user', 'api_key'] as const;
export type Limited = (typeof LIMITED)[number];

/** The kind of public id of each. */
export const LIMITED_KINDS = { client: 'client', user: 'user', api_key: 'apiKey' } as const;

/** How many credits may be spent; null for no limit (contract 11). */
export interface SpendingLimits {
  per_day: number | null;
  per_month: number | null;
}

/** No limit set. */
export const NO_LIMITS: SpendingLimits = { per_day: null, per_month: null };

/** A limit in the current period. */
export interface Limit {
  clientId: string;
  /** The client itself, or one of its users or keys. */
  subjectId: string;
  of: Limited;
  period: LimitPeriod;
  /** The first day of the period. */
  startsOn: string;
  credits: number;
  /** Reserved or charged in the period. */
  used: number;
  /** The highest percentage the client was notified of in the period. */
  told: AlertPercent | 0;
}

/** Of a limit, in percent: from here on it is mostly used. */
const MOSTLY_USED = 80;

/** The percentages of a limit a client is notified of, each once per period (contract 11). */
export type AlertPercent = typeof MOSTLY_USED | 100;

/** A limit the client is to be notified of now. */
export type LimitAlert = Limit & { told: AlertPercent };

/** Returns the first day of the period containing a moment, as `2026-11-22`. */
export function periodStart(period: LimitPeriod, moment: Date): string {
  const day = moment.toISOString().slice(0, 10);
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** Returns the end of the period that starts on this day. */
export function periodEnd(period: LimitPeriod, startsOn: string): Date {
  const end = new Date(`${startsOn}T00:00:00.000Z`);
  if (period === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** The order in which limits are reported to a caller: narrowest first. */
const ORDER: readonly Limited[] = ['api_key', 'user', 'client'];

/** The limits of some clients while their wallets are locked; spending updates them in place. */
export class Spending {
  readonly #touched = new Set<Limit>();
  readonly #alerts: LimitAlert[] = [];

  constructor(private readonly limits: readonly Limit[]) {}

  /**
   * Returns the limit that these credits would exceed, if any. If most of it is used, it counts as reached, since what
   * is left is of little use.
   */
  exceededBy(spend: Spend): Limit | undefined {
    const passed = this.#of(spend).find(({ credits, used }) => used + spend.credits > credits);
    if (passed !== undefined && isMostlyUsed(passed)) this.#tell(passed, 100);
    return passed;
  }

  /** Counts credits reserved now. */
  add(spend: Spend): void {
    for (const limit of this.#of(spend)) {
      limit.used += spend.credits;
      this.#touched.add(limit);
      this.#tell(limit, limit.used >= limit.credits ? 100 : isMostlyUsed(limit) ? MOSTLY_USED : 0);
    }
  }

  /** What the client has to be notified of, once per limit, period and percentage, in the order in which it was due. */
  alerts(): readonly LimitAlert[] {
    return this.#alerts;
  }

  /** The limits that have changed. */
  touched(): readonly Limit[] {
    return [...this.#touched];
  }

  /** An alert keeps what was used when it was due: other requests of the same transaction may use more. */
  #tell(limit: Limit, percent: LimitAlert['told'] | 0): void {
    if (percent === 0 || percent <= limit.told) return;
    limit.told = percent;
    this.#touched.add(limit);
    this.#alerts.push({ ...limit, told: percent });
  }

  #of({ clientId, submittedBy }: Spend): Limit[] {
    return this.limits
      .filter((limit) => limit.clientId === clientId && [clientId, submittedBy].includes(limit.subjectId))
      .sort((a, b) => ORDER.indexOf(a.of) - ORDER.indexOf(b.of));
  }
}

/** Whether the first percentage is used that the client is notified of. */
export function isMostlyUsed({ used, credits }: Pick<Limit, 'used' | 'credits'>): boolean {
  return used * 100 >= credits * MOSTLY_USED;
}

interface Spend {
  clientId: string;
  submittedBy: string | null;
  credits: number;
}
