/** The history of a price: a step line, and a table of every number with its sources. */
import { Fragment } from 'preact';
import type { ModelDetail } from '../../core/answers/schemas/model-schemas.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';
import type { PriceRecord } from '../../core/schemas/price-schemas.ts';
import { onDays } from '../clock.ts';
import { SaveButton } from '../components/save-button.tsx';
import { days, Table, wide } from '../components/table.tsx';
import { grouped, listPrice } from '../formatting.ts';
import { priceCells, priceColumns } from './price-section.tsx';
import { SourceList } from './source-list.tsx';

interface HistoryProps {
  model: ModelDetail;
  provider: ProviderFile;
  asOf: string;
}

export const History = ({ model, provider, asOf }: HistoryProps) => (
  <>
    <h2 id="history">Price history</h2>
    <Chart {...{ model, asOf }} />
    <Table
      label="Price history"
      caption="USD per 1,000,000 tokens, newest last. “Since”: the first day on which a source cited here gave the price."
      columns={[...days('From', 'Until'), ...priceColumns, ...wide('Known')]}
      rows={model.prices.map((price, index) => ({
        key: index,
        cells: [
          <>
            {price.from ?? 'release'} <State {...{ price, asOf }} />
          </>,
          price.until ?? '–',
          ...priceCells(price),
          <Known key="known" {...{ price, provider }} />,
        ],
      }))}
    />
    {model.corrections.length > 0 && (
      <>
        <h3>Corrections</h3>
        <ul>
          {model.corrections.map(({ on, why, sources }, index) => (
            <li key={index}>
              <span class="day">{on}</span>: {why} <SourceList {...{ provider, sources }} />
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);

/** Whether a price is past, in force or scheduled, on the day of the reader too. */
const State = ({ price: { from, until, state }, asOf }: { price: PriceRecord; asOf: string }) =>
  state === 'past' ? (
    <span class={stateClasses.past}>{states.past}</span>
  ) : (
    <>
      {from !== null && (
        <span class={stateClasses.scheduled} {...onDays(null, from, asOf)}>
          {states.scheduled}
        </span>
      )}
      <span class={stateClasses.current} {...onDays(from, until, asOf)}>
        {states.current}
      </span>
      {until !== null && (
        <span class={stateClasses.past} {...onDays(until, null, asOf)}>
          {states.past}
        </span>
      )}
    </>
  );

const states = { past: 'past', current: 'in force', scheduled: 'scheduled' } as const;
const stateClasses = { past: 'tag', current: 'tag good', scheduled: 'tag caution' } as const;

/** Since when a price is known, from where, and what there is to say about it. */
function Known({ price, provider }: { price: PriceRecord; provider: ProviderFile }) {
  const longer = price.longContext.map(
    (band) =>
      `over ${grouped(band.aboveTokens)} tokens: ${listPrice(band.inputPerMTok)} in, ${listPrice(band.outputPerMTok)} out`,
  );
  const remarks = [...longer, price.note, price.confirmed, price.holdsUntil && `Promised until ${price.holdsUntil}.`];
  return (
    <>
      <p class="small">
        Since <span class="day">{price.knownSince}</span>, {lastSeenInWords(price.lastSeen)}
      </p>
      <SourceList provider={provider} sources={price.sources} />
      {remarks.filter(Boolean).map((remark) => (
        <p key={remark} class="muted small">
          {remark}
        </p>
      ))}
    </>
  );
}

/** The size of a drawing and its margins, in its own units, of which text is 12 or 13 high. */
interface Frame {
  name: 'wide' | 'narrow';
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Whether the lines are named at their ends: a narrow one has only room for the price there. */
  isNamed: boolean;
}

const frames: readonly Frame[] = [
  { name: 'wide', width: 720, height: 240, left: 52, right: 112, top: 14, bottom: 26, isNamed: true },
  { name: 'narrow', width: 320, height: 220, left: 48, right: 56, top: 14, bottom: 28, isNamed: false },
];

/** Whether its prices are drawn: a single one is told. */
export const hasChart = ({ prices }: ModelDetail): boolean => prices.length > 1;

/** A step line for input and output, for a wide and a narrow screen; a sentence for a model with only one price. */
function Chart(history: Charted) {
  if (!hasChart(history.model)) return <p>It has one known price, unchanged since {sinceOf(history.model)}.</p>;
  return (
    <figure class="chart">
      <figcaption>USD per 1,000,000 tokens of input and output</figcaption>
      <ul class="key">
        {lines.map(({ name, hue }) => (
          <li key={name} class={hue}>
            <svg viewBox="0 0 24 12" aria-hidden="true">
              <path class="line" d="M0 6H24" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div data-askable="Prices of input and output from day to day">
        {frames.map((frame) => (
          <Drawing key={frame.name} {...history} frame={frame} />
        ))}
      </div>
      <SaveButton name={`prices-${history.model.id}`} />
    </figure>
  );
}

interface Charted {
  model: ModelDetail;
  asOf: string;
}

const lines = [
  { name: 'Output', key: 'outputPerMTok', hue: 'hue-2' },
  { name: 'Input', key: 'inputPerMTok', hue: 'hue-1' },
] as const;

function Drawing({ model, asOf, frame }: Charted & { frame: Frame }) {
  const { name, width, height, left, right, top, bottom, isNamed } = frame;
  const { prices } = model;
  const first = prices[0] as PriceRecord;
  const last = prices.at(-1) as PriceRecord;
  const dates = prices.map((price) => dayNumber(price.from ?? model.releaseDate ?? first.knownSince));
  // Without a known release the line starts a month before the first change.
  if ((dates[0] as number) >= (dates[1] as number)) dates[0] = (dates[1] as number) - 30;
  const start = dates[0] as number;
  const today = dayNumber(asOf);
  const end = Math.max(today, (dates.at(-1) as number) + 30);
  const most = Math.max(...prices.flatMap(({ inputPerMTok, outputPerMTok }) => [inputPerMTok, outputPerMTok])) || 1;
  const x = (day: number) => Math.round((left + ((day - start) / (end - start)) * (width - left - right)) * 10) / 10;
  const y = (price: number) => Math.round((height - bottom - (price / most) * (height - top - bottom)) * 10) / 10;
  const step = (key: 'inputPerMTok' | 'outputPerMTok', from: number, to: number): string => {
    let path = '';
    for (const [index, price] of prices.entries()) {
      const begin = Math.max(dates[index] as number, from);
      const stop = Math.min(dates[index + 1] ?? end, to);
      if (begin < stop) path += `${path === '' ? `M${x(begin)} ` : 'V'}${y(price[key])}H${x(stop)}`;
    }
    return path;
  };
  const labels = separated(lines.map(({ key }) => y(last[key])));
  return (
    <svg
      class={name}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Price of input and output from ${dayText(start)} to ${dayText(end)}; the table below has every number`}
    >
      {[0, 0.5, 1].map((part) => (
        <Fragment key={part}>
          <path class="gridline" d={`M${left} ${y(most * part)}H${width - right}`} />
          <text x={left - 6} y={y(most * part) + 4} text-anchor="end">
            ${listPrice(rounded(most * part))}
          </text>
        </Fragment>
      ))}
      {dayLabels(start, end, today, dates.slice(1), x).map(({ at, text, anchor }) => (
        <text key={at} x={at} y={height - 6} text-anchor={anchor}>
          {text}
        </text>
      ))}
      {end > today && (
        <>
          <path class="axis" d={`M${x(today)} ${top}V${height - bottom}`} />
          <text x={x(today)} y={top - 3} text-anchor="middle">
            today
          </text>
        </>
      )}
      {lines.map(({ name: line, key, hue }, index) => (
        <Fragment key={key}>
          <path class={`line ${hue}`} d={step(key, start, Math.min(today, end))} />
          {end > today && <path class={`line scheduled ${hue}`} d={step(key, today, end)} />}
          <text class="label strong" x={width - right + 6} y={(labels[index] as number) + 4}>
            {isNamed && `${line} `}${listPrice(last[key])}
          </text>
        </Fragment>
      ))}
      {prices.map((price, index) => {
        const [begin, stop] = [x(dates[index] as number), x(dates[index + 1] ?? end)];
        const room = Math.max(leastAsked, stop - begin);
        return (
          <g key={price.from} class="point">
            <title>{saidOf(price)}</title>
            <rect x={begin - (room - (stop - begin)) / 2} y={top} width={room} height={height - top - bottom} />
            {lines.map(({ key, hue }) => (
              <circle key={key} class={`mark ${hue}`} cx={begin} cy={y(price[key])} r="4" />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

/** Width of the part of a drawing that asks for a price which held for a few days only. */
const leastAsked = 8;

/** What a price says when the chart is asked, a line each. */
const saidOf = ({ from, until, inputPerMTok, outputPerMTok }: PriceRecord): string =>
  [
    `${from === null ? 'Since its release' : `From ${from}`}${until === null ? '' : ` until ${until}`}`,
    `Input: $${listPrice(inputPerMTok)}`,
    `Output: $${listPrice(outputPerMTok)}`,
  ].join('\n');

const sinceOf = ({ prices, releaseDate }: ModelDetail): string =>
  prices[0]?.from ?? releaseDate ?? prices[0]?.knownSince ?? 'its release';

interface DayLabel {
  at: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
}

/** The first and the last day, then the days of changes, as far as there is room. */
function dayLabels(
  start: number,
  end: number,
  today: number,
  changes: readonly number[],
  x: (day: number) => number,
): DayLabel[] {
  const labels: DayLabel[] = [
    { at: x(start), text: dayText(start), anchor: 'start' },
    { at: x(end), text: end === today ? 'today' : dayText(end), anchor: 'end' },
  ];
  for (const day of changes) {
    const isFree = labels.every(({ at, anchor }) => Math.abs(at - x(day)) >= (anchor === 'middle' ? 84 : 120));
    if (isFree) labels.push({ at: x(day), text: dayText(day), anchor: 'middle' });
  }
  return labels;
}

/** Heights of labels, moved apart if they would overlap; the first is the highest. */
function separated([high = 0, low = 0]: readonly number[]): number[] {
  const middle = (high + low) / 2;
  return low - high >= 16 ? [high, low] : [middle - 8, middle + 8];
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
