import type { Sql } from '../../shared/db/database.js';
import type { DailyTurnaround } from '../../shared/db/entities/daily-turnaround.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { ServiceCode } from '../../shared/services/index.js';
import type { WireDay, WireHome } from '../../shared/wire/home.js';
import { Conditions } from '../http/conditions.js';
import { sumOf } from './sum-of.js';

/** The first day and the last, in UTC. What a clock that was ahead has dated later is counted once its day has come. */
export type Period = WireHome['period'];

/** Whose figures: one client's, or those of all live clients together, which are read from their totals. */
export interface FigureScope extends Period {
  clientId: string | undefined;
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

function within({ clientId, from, to }: FigureScope): Conditions {
  const where = new Conditions().add('day >= ?::date', from).add('day <= ?::date', to);
  return clientId === undefined ? where : where.add('client_id = ?', clientId);
}

function figuresOf({ clientId }: FigureScope): string {
  return clientId === undefined ? 'figure_totals' : 'daily_figures';
}

/** Sums by service. */
export function loadServiceSums(sql: Sql, scope: FigureScope): Promise<ServiceSums[]> {
  const where = within(scope);
  return sql.query<ServiceSums>(
    `SELECT service_code, ${SUMS} FROM ${figuresOf(scope)} WHERE ${where} GROUP BY service_code`,
    where.values,
  );
}

/** Sums by day, for the days that have any. */
export function loadDays(sql: Sql, scope: FigureScope): Promise<WireDay[]> {
  const where = within(scope);
  return sql.query<WireDay>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, ${['submitted', 'completed', 'credits'].map(sumOf).join(', ')}
     FROM ${figuresOf(scope)} AS f WHERE ${where} GROUP BY f.day ORDER BY f.day`,
    where.values,
  );
}

/** How many results took how long, by service. */
export function loadTook(sql: Sql, scope: FigureScope): Promise<TookRow[]> {
  const where = within(scope);
  const table = scope.clientId === undefined ? 'turnaround_totals' : 'daily_turnarounds';
  return sql.query<TookRow>(
    `SELECT service_code, took_class, ${sumOf('completed')} FROM ${table}
     WHERE ${where} GROUP BY service_code, took_class`,
    where.values,
  );
}
