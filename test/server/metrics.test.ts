/** What a second scrape says of counts that others keep: the same, as long as nothing happens. */
import { afterEach, expect, test, vi } from 'vitest';
import { type Counted, Metrics } from '../../runtime/server/node/observability/metrics.ts';

afterEach(() => vi.useRealTimers());

test('counts kept elsewhere are not added up from scrape to scrape', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const metrics = new Metrics();
  await metrics.open({
    state: { datasetVersion: 'v1', pricesAsOf: '2026-11-26', overdue: true },
    shared: { sharing: true, counted: { shared: 5, local: 2 } },
    log: { dropped: 3 },
    connections: { count: 7, refused: { address: 11, server: 13 }, gaveWay: 17, evicted: 19 },
    backlog: { overfull: 23 },
  } as unknown as Counted);
  metrics.answered('api', 'GET', 200, 1);
  metrics.reloaded('refused');
  const own = async (): Promise<string[]> => {
    const { text } = await metrics.scrape();
    return text.split('\n').filter((line) => /^agent_cost_(?!request)/.test(line) && !/ 0$/.test(line));
  };
  const expected = [
    'agent_cost_answers_total{kind="api",method="GET",status="200"} 1',
    'agent_cost_reloads_total{outcome="refused"} 1',
    'agent_cost_dataset_info{version="v1",prices_as_of="2026-11-26"} 1',
    'agent_cost_price_change_overdue 1',
    'agent_cost_connections 7',
    'agent_cost_connections_closed_total{reason="address_limit"} 11',
    'agent_cost_connections_closed_total{reason="server_limit"} 13',
    'agent_cost_connections_closed_total{reason="idle"} 17',
    'agent_cost_connections_closed_total{reason="largest_holder"} 19',
    'agent_cost_connections_closed_total{reason="backlog"} 23',
    'agent_cost_log_lines_dropped_total 3',
    'agent_cost_rate_limit_shared 1',
    'agent_cost_rate_limit_counted_total{where="shared"} 5',
    'agent_cost_rate_limit_counted_total{where="local"} 2',
  ];
  expect(await own()).toEqual(expected);
  vi.advanceTimersByTime(1001);
  expect(await own()).toEqual(expected);
});
