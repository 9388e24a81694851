// Node 20 does not carry the loader of TypeScript over into threads.
import { register } from 'tsx/esm/api';

register();
await import('../../api/batches/file/parse-thread.ts');
