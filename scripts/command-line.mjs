import { parseArgs } from 'node:util';

/** Ends this process with 2, and prints what is wrong with its command line and how it is called. */
export function refuse(usage, reason) {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}

/**
 * The options of a script, in the words of `parseArgs`, and at most `words` other arguments. `--help` prints the usage
 * and ends this process with 0; anything that the script does not take is refused.
 */
export function readCommandLine(usage, { options = {}, words = 0 } = {}) {
  const { values, positionals } = parse(usage, {
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: words > 0,
  });
  if (values.help === true) {
    console.log(usage);
    process.exit(0);
  }
  if (positionals.length > words) refuse(usage, `Unexpected argument '${positionals[words]}'.`);
  return { values, words: positionals };
}

function parse(usage, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(usage, error.message);
  }
}
