/** A model on the last day of its service and on the day after: its estimate ends, its page stays. */
import { describe, expect, test } from 'vitest';
import { estimateRoute } from '../../runtime/api/routes/estimate-route.ts';
import { modelRoute } from '../../runtime/api/routes/models-routes.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { catalogOn } from '../support/core/catalog.ts';
import { rawShutDown } from '../support/core/raw-data.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask, post } from '../support/server/http.ts';

const ended = rawShutDown.flatMap(({ id, aliases, lifecycle }) =>
  lifecycle?.shutDown && !lifecycle.billedAs
    ? [{ id, names: [id, ...aliases], shutDown: lifecycle.shutDown, successor: lifecycle.successor ?? null }]
    : [],
);

/** The day before, YYYY-MM-DD. */
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const refusalOf = (answer: unknown) => {
  if (!(answer instanceof ApiError)) return null;
  const { code, status } = answer;
  return { code, status };
};

test('there are models that were shut down, with and without a successor', () => {
  expect(new Set(ended.map(({ successor }) => successor === null)).size).toBe(2);
});

describe.each(ended)('$id', ({ id, names, shutDown, successor }) => {
  const lastDay = catalogOn(dayBefore(shutDown));
  const dayAfter = catalogOn(shutDown);

  test('has an estimate on its last day, by every name', () => {
    for (const modelId of names) {
      expect(resolveRequest(lastDay, { presetId: 'rag', modelId })).not.toBeInstanceOf(ApiError);
      expect(estimateRoute.locate(lastDay, '', `presetId=rag&modelId=${encodeURIComponent(modelId)}`)).toBe(
        `estimate/rag/${id}.json`,
      );
    }
  });

  test('has none from the next day on: model_shut_down with the day and the successor, by every name', () => {
    for (const modelId of names) {
      const posted = resolveRequest(dayAfter, { presetId: 'rag', modelId });
      expect(refusalOf(posted)).toEqual({ code: 'model_shut_down', status: 400 });
      const { message } = posted as ApiError;
      expect(message).toContain(shutDown);
      if (successor !== null) expect(message).toContain(successor);
      expect(message).toContain(`/models/${id}`);
      expect(estimateRoute.locate(dayAfter, '', `presetId=rag&modelId=${encodeURIComponent(modelId)}`)).toEqual(posted);
      expect(refusalOf(resolveRequest(dayAfter, { modelId, compare: true }))?.code).toBe('model_shut_down');
    }
  });

  test('keeps its own address on both days', () => {
    for (const catalog of [lastDay, dayAfter]) {
      for (const name of names) expect(modelRoute.locate(catalog, name, '')).toBe(`models/${id}.json`);
    }
  });

  test('is refused at a host with the same code, unless a host still sells it', () => {
    const [host] = dayAfter.offers.hosts;
    const answer = resolveRequest(dayAfter, { modelId: id, host: host?.id ?? '' });
    const sells = dayAfter.offers.offers.some(({ model }) => model === id);
    expect(refusalOf(answer)?.code ?? 'sold').toMatch(sells ? /^invalid_request$|^sold$/ : /^model_shut_down$/);
  });
});

describe('over HTTP', () => {
  const server = serverForTests();

  test.each(ended.map(({ id }) => id))(
    '%s: GET and POST of an estimate say model_shut_down, its own GET 200',
    async (id) => {
      const answers = [
        await ask(server.base, `/api/v1/estimate?modelId=${id}`),
        await post(server.base, '/api/v1/estimate', { modelId: id }),
      ];
      for (const { status, text } of answers) {
        const body = JSON.parse(text);
        expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'model_shut_down' });
        expect(Object.keys(body.error)).toEqual(['code', 'message']);
      }
      const own = await ask(server.base, `/api/v1/models/${id}`);
      expect([own.status, JSON.parse(own.text).data.status]).toEqual([200, 'shutDown']);
    },
  );
});
