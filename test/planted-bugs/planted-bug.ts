/** A text of a file that a bug replaces. It must stand there exactly once, so that a bug never misses silently. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A defect that could slip in, and the tests that have to notice it. */
export interface PlantedBug {
  /** Unique, in words joined by hyphens. */
  name: string;
  /** What goes wrong for whom. */
  breaks: string;
  edits: readonly Edit[];
  /** Test files; one failure in any of them is enough. */
  specs: readonly string[];
}

/** The text with the edits of a bug to this file made. Throws when one of them does not apply any more. */
export function applyEdits(bug: PlantedBug, file: string, text: string): string {
  let result = text;
  for (const edit of bug.edits.filter((candidate) => candidate.file === file)) {
    const places = result.split(edit.find).length - 1;
    if (places !== 1 || edit.find === edit.replace) {
      throw new Error(
        `The planted bug "${bug.name}" no longer applies: its text stands ${places} times in ${file}. Adapt it to the code.`,
      );
    }
    result = result.replace(edit.find, () => edit.replace);
  }
  return result;
}

/** The files that a bug changes. */
export function filesOf(bug: PlantedBug): string[] {
  return [...new Set(bug.edits.map(({ file }) => file))];
}
