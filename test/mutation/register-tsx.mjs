// tsx takes the compiler's options from the working directory. Stryker's processes change into their copy of the tree
// only after Node's own `--import`, so it is registered when mocha loads what it requires.
import { register } from 'tsx/esm/api';

register();
