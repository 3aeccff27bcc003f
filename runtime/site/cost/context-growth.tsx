/** How the prompt of a task grows from call to call: what is cached, the context window and the price thresholds. */

import type { ResolvedRequest } from '../../core/answers/resolved-request.ts';
import { largestPrompt, type Shape } from '../../core/model/shape.ts';
import { callWalker } from '../../core/model/walked-calls.ts';
import { workOf, workOn } from '../../core/model/work.ts';
import { isBuild } from '../browser.ts';
import { SaveButton } from '../components/save-button.tsx';
import { numbers, Table } from '../components/table.tsx';
import { grouped, percentSign } from '../formatting.ts';

export interface Growth {
  /** Calls of a task of mean length, and of the longest of sixteen equally likely ones. */
  calls: number;
  mostCalls: number;
  /** Tokens of the longest prompt of the longest task. */
  peak: number;
  /** Tokens that a model accepts in a prompt. */
  window: number;
  /** Prompts above these tokens are billed at a higher price. */
  thresholds: readonly number[];
  /** Prompts above these tokens are compacted; null: no task here is so long. */
  compactedAbove: number | null;
  /** Some of the calls, from the first to the last of the longest task; between two the growth is linear. */
  points: readonly GrowthPoint[];
  /** The point of any call. */
  pointAt: (call: number) => GrowthPoint;
}

export interface GrowthPoint {
  call: number;
  /** Mean tokens of its prompt, and how many of them are read from the cache. */
  prompt: number;
  cached: number;
}

export function growthOf({ preset, model, workflow, given }: ResolvedRequest): Growth {
  const { workflow: own, shape } = workOn(workOf(preset, workflow, given), model);
  const { calls, first, later } = shape;
  const mostCalls = Math.max(1, Math.ceil(shape.tasks.calls.at(-1) ?? calls));
  // As many calls as in a task of mean length are cold or handed over.
  const callOf = callWalker(shape, model, workflow, [{ calls: Math.max(1, calls), share: 1 }]);
  const pointAt = (call: number): GrowthPoint => {
    const { prompt, cachedInput } = callOf(call);
    return { call, prompt, cached: cachedInput };
  };
  return {
    calls,
    mostCalls,
    peak: largestPrompt(shape, mostCalls),
    window: model.facts.contextWindow,
    thresholds: model.thresholds,
    compactedAbove: later !== null && mostCalls > first.calls ? own.compactAtTokens : null,
    points: drawnCalls(mostCalls, shape).map(pointAt),
    pointAt,
  };
}

/** How many calls of equal distance are drawn, and how many of the legs between compactions with both their ends. */
const mostPoints = 24;
const mostLegs = 12;

function drawnCalls(mostCalls: number, { first, later }: Shape): number[] {
  const drawn = new Set([1, 2, mostCalls]);
  const step = Math.max(1, Math.ceil(mostCalls / mostPoints));
  for (let call = 1 + step; call < mostCalls; call += step) drawn.add(call);
  if (later !== null) {
    const apart = later.calls * Math.max(1, Math.ceil((mostCalls - first.calls) / later.calls / mostLegs));
    for (let end = first.calls; end < mostCalls; end += apart) for (const near of [0, 1, 2]) drawn.add(end + near);
  }
  return [...drawn].filter((call) => call <= mostCalls).sort((a, b) => a - b);
}

/** Of the chart, in pixels. */
const [height, left, right, top, bottom] = [300, 52, 16, 24, 44];
const [leastWidth, mostWidth] = [256, 720];

/** A limit is drawn only if the curve still gets at least a third of the height. */
const seenUpTo = 3;

/** @param room available width in pixels; the chart is not scaled, so its text is readable on any screen */
export function GrowthChart({ growth, room }: { growth: Growth; room: number }) {
  const width = Math.min(mostWidth, Math.max(leastWidth, room));
  const { points, pointAt, calls, mostCalls, peak, window, thresholds, compactedAbove } = growth;
  const last = points.at(-1) as GrowthPoint;
  const limits = [
    ...thresholds.map((at) => ({ at, name: 'long-context price above' })),
    { at: window, name: 'context' },
    ...(compactedAbove === null ? [] : [{ at: compactedAbove, name: 'compacted above' }]),
  ];
  const drawn = limits.filter(({ at }) => at <= seenUpTo * peak);
  const most = Math.max(1, peak, ...drawn.map(({ at }) => at)) * 1.05;
  const x = (call: number): number => round(left + ((call - 1) / Math.max(1, mostCalls - 1)) * (width - left - right));
  const y = (tokens: number): number => round(height - bottom - (tokens / most) * (height - top - bottom));
  const area = (value: (point: GrowthPoint) => number): string =>
    `M${x(1)},${y(0)}${points.map((point) => `L${x(point.call)},${y(value(point))}`).join('')}L${x(last.call)},${y(0)}Z`;
  const meanCall = Math.min(mostCalls, Math.max(1, Math.round(calls)));
  const meanPrompt = pointAt(meanCall).prompt;
  return (
    <figure class="chart">
      <figcaption>The prompt grows with every call{compactedAbove !== null && ', until it is compacted'}</figcaption>
      <p class="small">{sentenceOf(growth)}</p>
      <ul class="key" aria-hidden="true">
        <li>
          <Swatch hue="hue-2" /> read from the cache
        </li>
        <li>
          <Swatch hue="hue-1" /> fresh
        </li>
      </ul>
      <div data-askable="The prompt of each call of a long task">
        <svg viewBox={`0 0 ${width} ${height}`} width={width} role="img" aria-label={sentenceOf(growth)}>
          {ticksUpTo(most).map((tokens) => (
            <g key={tokens}>
              <line class="gridline" x1={left} x2={width - right} y1={y(tokens)} y2={y(tokens)} />
              <text class="tick" x={left - 8} y={y(tokens) + 4} text-anchor="end">
                {short(tokens)}
              </text>
            </g>
          ))}
          <path class="area hue-1" d={area(({ prompt }) => prompt)} />
          <path class="area hue-2" d={area(({ cached }) => cached)} />
          {drawn.map(({ at, name }) => (
            <g key={name + at}>
              <line class="line hue-3 scheduled" x1={left} x2={width - right} y1={y(at)} y2={y(at)} />
              <text class="label strong" x={left + 4} y={y(at) - 6}>
                {name} {grouped(at)}
              </text>
            </g>
          ))}
          <circle class="mark hue-accent" cx={x(meanCall)} cy={y(meanPrompt)} r="5" />
          <text class="label strong" x={Math.max(left + 88, x(meanCall)) - 4} y={y(meanPrompt) - 12} text-anchor="end">
            average task
          </text>
          <line class="axis" x1={left} x2={width - right} y1={height - bottom} y2={height - bottom} />
          {callTicks(mostCalls, width).map((call) => (
            <text key={call} class="tick" x={x(call)} y={height - bottom + 18} text-anchor="middle">
              {call}
            </text>
          ))}
          <text class="label" x={(left + width) / 2} y={height - 6} text-anchor="middle">
            calls of a long task
          </text>
          {!isBuild &&
            points.map((point, index) => (
              <Asked
                key={point.call}
                {...{ point, x, y }}
                from={x(((points[index - 1] ?? point).call + point.call) / 2)}
                to={x(((points[index + 1] ?? point).call + point.call) / 2)}
              />
            ))}
        </svg>
      </div>
      <SaveButton name="prompt-growth" />
      <details>
        <summary>As a table</summary>
        <Table
          label="The prompt of each call"
          caption="Tokens, on average"
          columns={numbers('Call', 'Prompt', 'From the cache')}
          rows={points.map(({ call, prompt, cached }) => ({
            key: call,
            cells: [call, grouped(Math.round(prompt)), grouped(Math.round(cached))],
          }))}
        />
      </details>
    </figure>
  );
}

interface AskedProps {
  point: GrowthPoint;
  x: (call: number) => number;
  y: (tokens: number) => number;
  /** Where the pointer asks this point. */
  from: number;
  to: number;
}

/** What a call says when the chart is asked. */
const Asked = ({ point: { call, prompt, cached }, x, y, from, to }: AskedProps) => (
  <g
    class="point"
    data-ask={[
      `Call ${call}`,
      `Prompt: ${grouped(Math.round(prompt))} tokens`,
      `Read from the cache: ${grouped(Math.round(cached))}`,
      `Fresh: ${grouped(Math.round(prompt) - Math.round(cached))}`,
    ].join('\n')}
  >
    <rect x={from} y={top} width={Math.max(1, to - from)} height={height - top - bottom} />
    <circle class="mark hue-1" cx={x(call)} cy={y(prompt)} r="4" />
    <circle class="mark hue-2" cx={x(call)} cy={y(cached)} r="4" />
  </g>
);

const Swatch = ({ hue }: { hue: string }) => (
  <svg viewBox="0 0 24 12" aria-hidden="true">
    <rect class={`area ${hue}`} width="24" height="12" />
  </svg>
);

function sentenceOf({ points, calls, mostCalls, peak, window, thresholds, compactedAbove }: Growth): string {
  const first = points[0] as GrowthPoint;
  const over = thresholds.find((above) => peak > above);
  const price =
    thresholds[0] === undefined
      ? 'no higher price for long prompts'
      : over === undefined
        ? `below the long-context price, which begins above ${grouped(thresholds[0])}`
        : `above ${grouped(over)}, where every call is billed at the long-context price`;
  const share = (100 * peak) / window;
  const compacted = compactedAbove === null ? '' : `, compacted above ${grouped(compactedAbove)}`;
  return (
    `From ${grouped(Math.round(first.prompt))} tokens to ${grouped(Math.round(peak))} in a long task ` +
    `(${mostCalls} calls, one task in sixteen; on average ${Math.round(calls * 10) / 10})${compacted}: ${price}. ` +
    (peak > window
      ? `That exceeds the context of ${grouped(window)}.`
      : `That fills ${share < 1 ? 'less than 1' : share.toFixed(0)}${percentSign} of the context of ${grouped(window)}.`)
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Three to six round numbers, from 0. */
function ticksUpTo(most: number): number[] {
  const rough = most / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * unit >= rough) ?? 10) * unit;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

function callTicks(most: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(most / (width / 20)) * 5);
  const ticks = [1];
  for (let call = step; call < most - step / 3; call += step) if (call > 1) ticks.push(call);
  return most > 1 ? [...ticks, most] : ticks;
}

const short = (tokens: number): string =>
  tokens >= 1e6 ? `${tokens / 1e6}M` : tokens >= 1e3 ? `${Math.round(tokens / 100) / 10}K` : String(tokens);
