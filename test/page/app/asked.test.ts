import isEstimateRequest from 'virtual:validator/estimate-request';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateFor } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { describe as described } from '../../../runtime/core/schemas/problems.ts';
import { workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { findingsIn } from '../../../runtime/site/cost/check-request.ts';
import { ask, isAnswered, requestOf } from '../../../runtime/site/cost/evaluate-form.ts';
import { linkTo, readLink } from '../../../runtime/site/cost/link-state.ts';
import { estimateLink } from '../../../runtime/site/log/workflow-view.tsx';
import { catalog } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { typedAs } from './typed-as.ts';

describe('what was typed', () => {
  test('becomes the request that would be posted', () => {
    expect(
      requestOf({
        presetId: 'support',
        modelId: ' gpt-5 ',
        tasksPerMonth: '50,000',
        callDispersion: '.5',
        promptCaching: 'false',
        userTokensPerCall: '',
        cacheTtl: '1h',
        reasoningEffort: '',
        toolResultTokens: '1.5e3',
      }),
    ).toEqual({
      presetId: 'support',
      modelId: 'gpt-5',
      tasksPerMonth: 50_000,
      callDispersion: 0.5,
      promptCaching: false,
      cacheTtl: '1h',
      toolResultTokens: 1500,
    });
  });

  test('is any request after a link, null included', () => {
    fc.assert(
      fc.property(estimateRequests, ({ compare: _, ...request }) => {
        const { first } = readLink(linkTo({ first: typedAs(request), second: null }));
        expect(requestOf(first)).toEqual(request);
      }),
      { examples: [[{ presetId: 'session', compactAtTokens: null, compactedToTokens: null }]] },
    );
  });

  test('may be grouped by thousands; 1,00 is not a number', () => {
    expect(requestOf({ tasksPerMonth: '1 000 000' })).toEqual({ tasksPerMonth: 1e6 });
    expect(requestOf({ tasksPerMonth: '1,00' })).toEqual({ tasksPerMonth: '1,00' });
  });

  test('gets the error messages of the API, each at its field', () => {
    const wrong = (typed: Parameters<typeof ask>[1]) => {
      const outcome = ask(catalog, typed);
      return isAnswered(outcome) ? null : outcome;
    };
    expect(wrong({ retryRatePct: '200', tasksPerMonth: 'many' })).toEqual({
      fields: {
        retryRatePct: 'retryRatePct must be between 0 and 100 (got 200).',
        tasksPerMonth: 'tasksPerMonth must be a number between 0 and 1000000000 (got "many").',
      },
      others: [],
    });
    expect(wrong({ presetId: 'codign' })?.fields.presetId).toContain('Unknown preset "codign". Did you mean "coding"?');
    expect(wrong({ modelId: 'claude-sonet-4-6' })?.fields.modelId).toContain('Did you mean "claude-sonnet-4-6"?');
    expect(wrong({ presetId: 'rag', reasoningEffort: 'low' })?.fields.reasoningEffort).toContain(
      'measured on coding tasks only',
    );
    expect(wrong({ modelId: 'gpt-5', region: 'moon' })?.fields.region).toContain('region of gpt-5 must be one of');
    expect(wrong({ host: 'nowhere' })?.fields.host).toContain('host must be one of');
    expect(wrong({})).toBeNull();
  });

  test('keeps in a link what a calibration says of the fit, and has the range that the API gives it', () => {
    const fittedTo = { sessions: 146, meanLow: 0.92, meanHigh: 1.08, later: 73, below: 66, oneInTenFactor: 1.1 };
    const request: EstimateRequest = { presetId: 'session', modelCallsPerTask: 40, fittedTo };
    const link = estimateLink(request);
    expect(link).toContain('&fitted=146*0.92*1.08*73*66*1.1');
    const { first, unknown } = readLink(link);
    expect(unknown).toEqual([]);
    expect(requestOf(first)).toEqual(request);
    const outcome = ask(catalog, first);
    if (!isAnswered(outcome)) throw new Error(JSON.stringify(outcome));
    const question = resolveRequest(catalog, request);
    if (question instanceof ApiError) throw new Error(question.message);
    expect(outcome.figures.range).toEqual(estimateFor(question).range);
    expect(outcome.figures.range.modelError).toMatchObject({ question: 'fitted', runs: 146, fittedTo });
    expect(ask(catalog, { fittedTo: '146*0.92' })).toMatchObject({ fields: { fittedTo: expect.any(String) } });
    expect(ask(catalog, { fittedTo: '-1*0.92*1.08*73*66*1.1' })).toMatchObject({
      fields: { fittedTo: expect.stringContaining('fittedTo.sessions') },
    });
  });

  test('is refused for the reasons that the generated validator gives, field by field', () => {
    const names = ['presetId', 'modelId', 'host', 'compare', ...workflowFieldNames];
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        false,
        '',
        'low',
        '5m',
        'batch',
        'support',
        '🙂'.repeat(60),
        '🙂'.repeat(61),
      ),
      fc.double(),
      fc.integer({ min: -5, max: 2_000_000_000 }),
      fc.string({ maxLength: 70 }),
    );
    const requests = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
    const firstByField = (findings: Parameters<typeof described>[0][]): Record<string, string> =>
      Object.fromEntries(findings.toReversed().map((finding) => [finding.instancePath, described(finding)]));
    fc.assert(
      fc.property(requests, (request) => {
        const expected = isEstimateRequest(request) ? [] : (isEstimateRequest.errors ?? []);
        expect(firstByField(findingsIn(request))).toEqual(firstByField(expected));
      }),
      { numRuns: 2000 },
    );
  });
});
