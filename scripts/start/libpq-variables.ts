/**
 * Forgets libpq's variables (PGSSLMODE, PGOPTIONS, …), which the driver would apply to this process' connections: they
 * are meant for other databases of whoever types `npm start` or `npm test`. API and worker are not given them either.
 */
export function forgetLibpqVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];
}
