/** What a model costs today: at its provider, on all terms, and at other hosts. */
import type { ComponentChildren } from 'preact';
import type { ModelDetail } from '../../core/answers/schemas/model-schemas.ts';
import { toolUnits, uncountedTools } from '../../core/schemas/billable-units.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';
import type { PriceRecord } from '../../core/schemas/price-schemas.ts';
import { Facts } from '../components/facts.tsx';
import { numbers, type Row, Table, wide } from '../components/table.tsx';
import { grouped, listPrice, tokens } from '../formatting.ts';
import { SourceList } from './source-list.tsx';

/** The prices a table has a column for. */
type Prices = Pick<PriceRecord, 'inputPerMTok' | 'outputPerMTok' | 'cachedInputPerMTok'> &
  Partial<Pick<PriceRecord, 'cacheWritePerMTok' | 'cacheWrite1hPerMTok'>>;

const columns = [
  ['Input', 'inputPerMTok'],
  ['Output', 'outputPerMTok'],
  ['Cached input', 'cachedInputPerMTok'],
  ['Cache write', 'cacheWritePerMTok'],
  ['Write for 1 h', 'cacheWrite1hPerMTok'],
] as const;

export const priceColumns = numbers(...columns.map(([name]) => name));

/** A price, or a dash, never 0, if there is none. */
export const priceCells = (prices: Prices): string[] =>
  columns.map(([, key]) => {
    const value = prices[key] ?? null;
    return value === null ? '–' : listPrice(value);
  });

interface Priced {
  model: ModelDetail;
  price: PriceRecord;
}

/** The price in force in large figures. */
export function PriceFacts({ model, price }: Priced) {
  const rest: [name: string, value: number | null, unit: string][] = [
    ['Stored in a cache', price.cacheStoragePerMTokHour, 'an hour'],
    ...toolUnits.map(({ per, label, priceField }): [string, number | null, string] => [
      `${grouped(per)} ${label}`,
      model[priceField],
      '',
    ]),
  ];
  return (
    <Facts
      facts={[
        ...columns.map(([name, key]) => [name, figure(price[key], '', true)] as const),
        ...rest.flatMap(([name, value, unit]) => (value === null ? [] : [[name, figure(value, unit, false)] as const])),
      ]}
    />
  );
}

const figure = (value: number | null, unit: string, isBig: boolean): ComponentChildren =>
  value === null ? (
    <span class="muted">not offered</span>
  ) : (
    <>
      <span class={isBig ? 'big' : ''}>${listPrice(value)}</span> <span class="unit">{unit}</span>
    </>
  );

const tierNames = { batch: 'Batch', flex: 'Flex', priority: 'Priority' } as const;

/** Prices for long prompts, service tiers, times of day and regions. */
export function Terms({ model, price, provider }: Priced & { provider: ProviderFile }) {
  const sourced = (sources: PriceRecord['sources']) => <SourceList {...{ provider, sources }} />;
  const row = (name: string, prices: Prices, sources: PriceRecord['sources'] | null): Row => ({
    key: name,
    cells: [name, ...priceCells(prices), sources === null ? <span class="muted">as standard</span> : sourced(sources)],
  });
  const longer = (of: PriceRecord['longContext'], before: string): Row[] =>
    of.map((band) => row(`${before}prompt over ${grouped(band.aboveTokens)} tokens`, band, null));
  const { offPeak } = price;
  const rows = [
    row('Standard', price, price.sources),
    ...longer(price.longContext, 'Standard, '),
    ...Object.entries(tierNames).flatMap(([id, name]) => {
      const tier = price.serviceTiers[id as keyof typeof tierNames];
      return tier === null ? [] : [row(name, tier, tier.sources), ...longer(tier.longContext, `${name}, `)];
    }),
    ...(offPeak === null ? [] : [row(`Outside ${offPeak.peakUtc.join(', ')} UTC, ${offPeak.peakDays}`, offPeak, null)]),
    ...price.places.flatMap((of) => [
      row(`Region ${of.place}`, of, of.sources),
      ...longer(of.longContext, `Region ${of.place}, `),
    ]),
    ...model.regions.map(({ region, multiplier, note, sources }): Row => {
      const content = (
        <>
          every price × {multiplier}
          {note !== null && (
            <>
              {' '}
              <span class="muted">{note}</span>
            </>
          )}
        </>
      );
      const span = columns.length;
      return { key: region, cells: [`Region ${region}`, { span, content, label: 'Prices' }, sourced(sources)] };
    }),
  ];
  return (
    <Table
      label={price.state === 'scheduled' ? `Prices on all terms from ${price.from}` : 'Prices on all terms'}
      caption="USD per 1,000,000 tokens. “–”: not offered, or unknown. A row marked “as standard” has the sources of the standard price."
      columns={['Terms', ...priceColumns, ...wide('Source')]}
      rows={rows}
    />
  );
}

interface OfModel {
  model: ModelDetail;
  provider: ProviderFile;
}

/** Prices at other hosts; empty if none is known. */
export function Hosts({ model, provider }: OfModel) {
  if (model.offers.length === 0) return null;
  return (
    <>
      <h2 id="hosts">At other hosts</h2>
      <Table
        label="Prices of other hosts"
        caption="USD per 1,000,000 tokens, imported from public datasets. “agreed”: independent ones agree; “single”: only one, trust it less."
        columns={['Host', ...priceColumns, ...numbers('Context'), 'Agreement', ...wide('Source')]}
        rows={model.offers.flatMap((offer) => {
          const { hostName, hostModelId } = offer;
          const host = (
            <>
              <a href={offer.pricingUrl}>{hostName}</a>
              {offer.place !== null && `, ${offer.place}`}
              <br />
              <code class="small">{hostModelId}</code>
            </>
          );
          const longer = offer.longContext.map((band) => ({
            key: `${hostName} ${hostModelId} ${band.aboveTokens}`,
            cells: [
              `${hostName}, prompt over ${grouped(band.aboveTokens)} tokens`,
              ...priceCells(band),
              ...[null, null, null],
            ],
          }));
          const elsewhere = offer.places.map((of) => ({
            key: `${hostName} ${hostModelId} ${of.place}`,
            cells: [
              <>
                {hostName}, {of.place}
                <br />
                <code class="small">{of.hostModelId}</code>
              </>,
              ...priceCells(of),
              ...[null, null],
              <SourceList key="sources" provider={provider} sources={of.sources} />,
            ],
          }));
          return [
            {
              key: `${hostName} ${hostModelId}`,
              cells: [
                host,
                ...priceCells(offer),
                tokens(offer.contextWindow),
                offer.agreement,
                <SourceList key="sources" provider={provider} sources={offer.sources} />,
              ],
            },
            ...longer,
            ...elsewhere,
          ];
        })}
      />
    </>
  );
}

const toolNames = new Map<string, string>([...toolUnits, ...uncountedTools].map(({ part, tool }) => [part, tool]));

/** Fees of the provider's tools; empty if there are none. */
export function Tools({ model, provider }: OfModel) {
  if (model.toolFees.length === 0) return null;
  return (
    <>
      <h2 id="tools">Tools of the maker</h2>
      <Table
        label="Tools of the maker"
        columns={['Tool', ...numbers('USD'), 'For', ...wide('Source')]}
        rows={model.toolFees.map(({ tool, usd, per, unit, note, sources }, index) => ({
          key: index,
          cells: [
            toolNames.get(tool) ?? tool,
            listPrice(usd),
            `${grouped(per)} ${unit}`,
            <>
              {note !== null && <p class="small">{note}</p>}
              <SourceList {...{ provider, sources }} />
            </>,
          ],
        }))}
      />
    </>
  );
}
