/** Estimates and rankings by GET. */
import { rawPresets } from '../../support/core/raw-data.ts';
import { alias, chosen, model, odd, oddAlias, preset, presets, shutDown, standard } from './examples.ts';
import { located, requestList } from './request-list.ts';

const { list, serves, refuses } = requestList();

for (const id of presets) {
  const { defaultModel } = rawPresets.find((known) => known.id === id) as { defaultModel: string };
  const file = `estimate/${id}/${defaultModel}.json`;
  serves(`/estimate?presetId=${id}`, file, 'estimate', located(file));
  serves(`/${file}`, file, 'estimate');
  const ranking = `estimate/compare/${id}.json`;
  serves(`/estimate?presetId=${id}&compare=true`, ranking, 'estimate', located(ranking));
  serves(`/${ranking}`, ranking, 'estimate');
}
for (const id of presets) {
  const solved = `estimate/compare/solved/${id}.json`;
  serves(`/estimate?presetId=${id}&compare=true&sort=solved`, solved, 'estimate', located(solved));
}
serves('/estimate/compare/solved/coding.json', 'estimate/compare/solved/coding.json', 'estimate');
const advice = standard.replace('estimate', 'advice');
const chosenAdvice = chosen.replace('estimate', 'advice');
serves('/advice', advice, 'advice', located(advice));
serves(`/${chosenAdvice}`, chosenAdvice, 'advice');
serves(`/advice?presetId=${preset}&modelId=${model.id}`, chosenAdvice, 'advice', located(chosenAdvice));
refuses('GET', '/advice?compare=true', 400, 'invalid_request', { message: /^Unknown query parameter "compare"/ });
refuses('GET', '/estimate?sort=solved', 400, 'invalid_request', { message: /^sort is about a ranking/ });
refuses('GET', '/estimate?compare=true&sort=best', 400, 'invalid_request', { message: /^Unknown sort|sort/ });
serves('/estimate', standard, 'estimate', located(standard));
serves('/estimate?compare=false', standard, 'estimate', located(standard));
serves('/estimate?compare=true', 'estimate/compare/coding.json', 'estimate', located('estimate/compare/coding.json'));
serves(`/estimate?presetId=${preset}&modelId=${model.id}`, chosen, 'estimate', located(chosen));
serves(`/estimate?modelId=${alias}&presetId=${preset}`, chosen, 'estimate', {
  name: 'an estimate by alias',
  ...located(chosen),
});
serves(`/estimate/${preset}/${alias}.json`, chosen, 'estimate', { name: 'the path twin of an estimate by alias' });
serves(
  `/estimate?presetId=${preset}&modelId=${encodeURIComponent(oddAlias)}`,
  `estimate/${preset}/${odd.id}.json`,
  'estimate',
  {
    name: 'an estimate by an alias that needs percent-encoding',
  },
);
serves(`/estimate?compare=true&modelId=${model.id}`, 'estimate/compare/coding.json', 'estimate', {
  name: 'with compare the model does not change the ranking',
});
refuses('GET', '/estimate?presetId=nope', 400, 'invalid_request', {
  message: /^Unknown preset "nope"\. Presets: coding/,
});
refuses('GET', '/estimate?presetId=codign', 400, 'invalid_request', { message: /Did you mean "coding"/ });
refuses('GET', '/estimate?presetId=bad', 400, 'invalid_request', {
  message: /^Unknown preset "bad"\. Presets: coding/, // rag is too far away to be meant
});
refuses('GET', '/estimate?presetId=', 400, 'invalid_request', { message: /^Unknown preset ""/ });
refuses('GET', '/estimate?modelId=nope', 400, 'invalid_request', { message: /^Unknown model "nope"/ });
refuses('GET', '/estimate?modelId=', 400, 'invalid_request', { message: /^Unknown model/ });
refuses('GET', '/estimate?modelId=nope&compare=true', 400, 'invalid_request', { message: /^Unknown model/ });
refuses('GET', `/estimate?modelId=${shutDown.id}`, 400, 'model_shut_down', { message: /was shut down on \d{4}-/ });
refuses('GET', `/estimate?modelId=${shutDown.id}&compare=true`, 400, 'model_shut_down');
for (const value of ['', '1', 'yes', 'TRUE', 'true%20']) {
  refuses('GET', `/estimate?compare=${value}`, 400, 'invalid_request', { message: /^compare: ".*" is not a boolean/ });
}
refuses('GET', '/estimate?compare', 400, 'invalid_request', { message: /^compare/ });
refuses('GET', '/estimate?handoffs=2', 400, 'invalid_request', { message: /POST/ });
refuses('GET', '/estimate?serviceTier=batch', 400, 'invalid_request', { message: /POST/ });
refuses('GET', '/estimate?presetID=coding', 400, 'invalid_request', { message: /Did you mean "presetId"/ });
refuses('GET', '/estimate?presetId=coding&presetId=coding', 400, 'invalid_request', { message: /once/ });
refuses('GET', '/estimate?presetId=%zz', 400, 'invalid_request', { message: /percent-encoding/ });
refuses('GET', '/estimate?__proto__=1', 400, 'invalid_request');

export const estimateRequests = list;
