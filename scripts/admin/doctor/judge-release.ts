import { type Judgement, ok, warning } from './judgement.js';

/** The last day on which a release line is maintained, by its major version, as YYYY-MM-DD. */
export type MaintainedUntil = Readonly<Record<number, string>>;

/** Judges a running version by how long its release line is maintained; `now` is the present time. */
export function judgeRelease(
  name: string,
  version: string,
  maintainedUntil: MaintainedUntil,
  now: Date,
): Judgement {
  const until = maintainedUntil[Number.parseInt(version, 10)];
  const remedy = `upgrade to ${name} ${newestOf(maintainedUntil)}`;
  if (until === undefined) return warning(`${name} ${version} is unknown to this release`, remedy);
  if (now.toISOString().slice(0, 10) > until) {
    return warning(`${name} ${version} has not been maintained since ${until}`, remedy);
  }
  return ok(`${name} ${version}, maintained until ${until}`);
}

function newestOf(maintainedUntil: MaintainedUntil): string {
  const majors = Object.keys(maintainedUntil).map(Number);
  return `${Math.max(...majors)} or another maintained version`;
}
