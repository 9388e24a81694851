import { MAX_WAIT_MS } from '../../api/http/prefer-header.ts';
import { MAX_FILE_BYTES } from '../../shared/domain/batch.ts';

const MEBIBYTE = 1024 * 1024;
const PREFIX = 'nginx.ingress.kubernetes.io';

/** Finds an example of an ingress that cuts off what the API takes, or sends a request to a second pod. */
export function checkIngress(manifests) {
  return manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap(({ metadata: { name, annotations } }) => {
      const size = Number(/^(\d+)m$/.exec(annotations[`${PREFIX}/proxy-body-size`])?.[1] ?? 0);
      const seconds = Number(annotations[`${PREFIX}/proxy-read-timeout`]);
      const rules = {
        'cuts off the largest file of a batch': size * MEBIBYTE > MAX_FILE_BYTES,
        'cuts off the longest wait for a result': seconds * 1_000 > MAX_WAIT_MS,
        'may send a request to another pod as well': annotations[`${PREFIX}/proxy-next-upstream`] === 'off',
      };
      return Object.keys(rules)
        .filter((fault) => !rules[fault])
        .map((fault) => `Ingress ${name} ${fault}`);
    });
}
