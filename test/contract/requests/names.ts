/** Boards and models by their names in a path, and names that do not exist. */
import { model } from './examples.ts';
import { requestList } from './request-list.ts';

const { list, serves, refuses } = requestList();

serves('/measured', 'measured.json', 'measured');
serves('/measured.json', 'measured.json', 'measured');
serves('/measured/deepswe', 'measured/deepswe.json', 'board');
serves('/measured/deepswe.json', 'measured/deepswe.json', 'board');
serves('/plans/claude-pro', 'plans/claude-pro.json', 'plan');
serves('/plans/claude-pro.json', 'plans/claude-pro.json', 'plan');
refuses('GET', '/measured/deepsw', 404, 'not_found', { message: /Unknown board "deepsw".*deepswe/ });
refuses('GET', '/models/%zz', 400, 'invalid_request', { message: /percent-encoding/ });

// Models that do not exist.
for (const id of [
  'nope',
  '__proto__',
  'constructor',
  'toString',
  '%2e%2e',
  '..%2fmeta',
  '%00',
  'none',
  'x'.repeat(500),
]) {
  const name = `there is no model ${id.slice(0, 20)}`;
  refuses('GET', `/models/${id}`, 404, 'model_not_found', { name });
  refuses('GET', `/models/${id}x.json`, 404, 'model_not_found', { name: `${name}, nor a file` });
}
refuses('GET', `/models/${model.id}x`, 404, 'model_not_found', {
  message: /Did you mean "/,
  name: 'a typo gets a hint',
});

export const nameRequests = list;
