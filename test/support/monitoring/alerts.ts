import { readFileSync } from 'node:fs';

export interface Alert {
  name: string;
  expr: string;
}

/** The alert rules of deploy/prometheus, in order. */
export function readAlerts(): Alert[] {
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  return [...rules.matchAll(/^ {6}- alert: (\w+)\n {8}expr: '(.*)'$/gm)].map(([, name = '', expr = '']) => ({
    name,
    expr,
  }));
}

export interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

/** The panels and rows of the dashboard, in order. */
export function readPanels(): Panel[] {
  return (JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as { panels: Panel[] }).panels;
}

/** Every query of the dashboard. */
export function readDashboardQueries(): string[] {
  return readPanels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

const OPERATORS = new Set(['or', 'and', 'unless', 'by', 'bool']);
const GROUPING = /\b(?:by|without|ignoring) \(([^)]*)\)/g;

/** The metrics named in a query, histograms without their suffix, and the labels it uses. */
export function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].map(([, text = '']) => text);
  const groupings = [...expr.matchAll(GROUPING)].map(([, text = '']) => text);
  const labels = [
    ...selectors.flatMap((text) =>
      [...text.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label),
    ),
    ...groupings.flatMap((text) => text.split(',').map((label) => label.trim())),
  ];
  const rest = expr
    .replace(GROUPING, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]| offset \w+/g, '');
  const metrics = [...rest.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !OPERATORS.has(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  return { metrics, labels };
}
