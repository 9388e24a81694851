// Leaves out all but a part of the statements, so that an area that takes hours can be sampled. Which ones depends on
// the seed and the place alone, so the same seed gives the same sample.
import { createHash } from 'node:crypto';

const { MUTATION_SAMPLE: part = '1', MUTATION_SEED: seed = '1' } = process.env;
const DECIDED = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'IfStatement']);

function isLeftOut({ file, start }) {
  const place = `${seed} ${file} ${start.line}:${start.column}`;
  return createHash('sha256').update(place).digest().readUInt32BE() / 2 ** 32 >= Number(part);
}

/** Stryker's kind of plugin that decides on every node of the syntax tree before its children. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'sample',
    value: {
      shouldIgnore(path) {
        const insideFunction = path.getFunctionParent() !== null;
        if (!insideFunction || !DECIDED.has(path.node.type) || path.node.loc == null) return undefined;
        const { filename = '' } = path.hub?.file?.opts ?? {};
        return isLeftOut({ file: filename, start: path.node.loc.start }) ? 'not in the sample' : undefined;
      },
    },
  },
];
