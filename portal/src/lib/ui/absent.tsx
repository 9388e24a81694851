/** A dash in place of a value that there is none of; a list on a phone leaves it out with its name. */
export function Absent() {
  return <span data-absent>–</span>;
}
