import type { Sql } from '../../shared/db/database.js';
import type { DailyTurnaround } from '../../shared/db/entities/daily-turnaround.entity.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { ServiceCode } from '../../shared/services/index.js';
import type { WireDay } from '../../shared/wire/home.js';
import { Conditions } from '../http/conditions.js';
import { sumOf } from './sum-of.js';

/** Whose figures: one client's, or all clients'. */
export interface FigureScope {
  clientId: string | undefined;
  /** The first day included, in UTC. */
  from: string;
}

export interface FigureSums {
  submitted: number;
  completed: number;
  credits: number;
  reviewed: number;
  positive: number;
  negative: number;
  no_record: number;
  mixed: number;
  rejected: number;
  closed: number;
}

export type ServiceSums = FigureSums & { service_code: ServiceCode };

export type TookRow = RowOf<DailyTurnaround, 'service_code' | 'took_class' | 'completed'>;

const SUMS = [
  'submitted',
  'completed',
  'credits',
  'reviewed',
  'positive',
  'negative',
  'no_record',
  'mixed',
  'rejected',
  'closed',
]
  .map(sumOf)
  .join(', ');

function within({ clientId, from }: FigureScope): Conditions {
  const where = new Conditions().add('day >= ?::date', from);
  return clientId === undefined ? where.add(isLive('client_id')) : where.add('client_id = ?', clientId);
}

/** Sums by service. */
export function loadServiceSums(sql: Sql, scope: FigureScope): Promise<ServiceSums[]> {
  const where = within(scope);
  return sql.query<ServiceSums>(
    `SELECT service_code, ${SUMS} FROM daily_figures WHERE ${where} GROUP BY service_code`,
    where.values,
  );
}

/** Sums by day, for the days that have any. */
export function loadDays(sql: Sql, scope: FigureScope): Promise<WireDay[]> {
  const where = within(scope);
  return sql.query<WireDay>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, ${['submitted', 'completed', 'credits'].map(sumOf).join(', ')}
     FROM daily_figures WHERE ${where} GROUP BY daily_figures.day ORDER BY daily_figures.day`,
    where.values,
  );
}

/** How many results took how long, by service. */
export function loadTook(sql: Sql, scope: FigureScope): Promise<TookRow[]> {
  const where = within(scope);
  return sql.query<TookRow>(
    `SELECT service_code, took_class, ${sumOf('completed')} FROM daily_turnarounds
     WHERE ${where} GROUP BY service_code, took_class`,
    where.values,
  );
}
