// Node 20 does not pass the TypeScript loader on to threads.
import { register } from 'tsx/esm/api';

register();
await import('../../api/verifications/pdf/render-thread.ts');
