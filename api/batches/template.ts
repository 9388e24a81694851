import type { RequestHandler } from 'express';
import { COLUMNS, type Column } from '../../shared/domain/batch-columns.js';
import { announceCsv, type CsvForm, csvHeader, csvRows } from '../http/csv.js';

/** Rows that show what each column is for, with synthetic subjects only. */
const EXAMPLES: readonly Partial<Record<Column, string>>[] = [
  {
    service_code: 'said_verification',
    subject: '0001010000071',
    purpose: 'Pre-employment screening',
    reference: 'Example 1',
  },
  {
    service_code: 'aml_screening',
    subject: 'Test Subject One',
    purpose: 'Onboarding of a customer',
    reference: 'Example 2',
    entity: 'person',
    country: 'ZA',
    dataset: 'all',
  },
];

/** The template: every column, and a few rows to overwrite. */
export const TEMPLATE_CSV: CsvForm<Partial<Record<Column, string>>> = {
  name: 'batch-template',
  columns: Object.fromEntries(
    COLUMNS.map((column) => [column, (row: Partial<Record<Column, string>>) => row[column] ?? null]),
  ),
};

/** GET /api/v1/batches/template: a file to start from. */
export const downloadTemplate: RequestHandler = (_req, res) => {
  announceCsv(res, TEMPLATE_CSV);
  res.send(csvHeader(TEMPLATE_CSV) + csvRows(TEMPLATE_CSV, EXAMPLES));
};
