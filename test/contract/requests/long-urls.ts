/** URLs of 2 KiB and just above. */
import { at, requestList } from './request-list.ts';

const { list, serves, refuses } = requestList();

const padded = (length: number) => `/models?_=${'x'.repeat(length - at('/models?_=').length)}`;
serves(padded(2048), 'models.json', 'models', { name: 'a URL of 2048 characters' });
refuses('GET', padded(2049), 414, 'uri_too_long', {
  message: /2048|2 KiB/,
  name: 'a URL of 2049 characters is refused',
});
for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE']) {
  refuses(method, padded(2049), 414, 'uri_too_long', { name: `${method} of a URL of 2049 characters is refused` });
}

export const longUrlRequests = list;
