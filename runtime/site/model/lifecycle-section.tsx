/** The lifecycle of a model, and the price changes already known. */
import type { ComponentChildren } from 'preact';
import type { ModelDetail } from '../../core/answers/schemas/model-schemas.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { PriceRecord } from '../../core/schemas/price-schemas.ts';
import { onDays } from '../clock.ts';
import { Facts } from '../components/facts.tsx';
import { listPrice } from '../formatting.ts';
import { SourceItem } from './source-list.tsx';

/** What a reader must know before the prices; empty if no change is known. */
export function ComingNotice({ model, asOf }: { model: ModelDetail; asOf: string }) {
  const { prices, status, sunsetDate } = model;
  const current = prices.find(({ state }) => state === 'current');
  const scheduled = prices.filter(({ state }) => state === 'scheduled');
  const promised = current?.until === null ? current.holdsUntil : null;
  const isShutDown = status === 'shutDown';
  if (scheduled.length === 0 && !promised && sunsetDate === null) return null;
  return (
    <div class={isShutDown ? 'notice bad' : 'notice'}>
      {scheduled.map((price) => (
        <p key={price.from} {...onDays(null, price.from, asOf)}>
          From <Day day={price.from} />: {whatChanges(price, prices[prices.indexOf(price) - 1])}
        </p>
      ))}
      {promised &&
        (promised < asOf ? (
          <p>
            The price was promised until <Day day={promised} />; whether it still holds is unknown.
          </p>
        ) : (
          <p>
            The price is promised until <Day day={promised} />; the price after that is unknown.
          </p>
        ))}
      {sunsetDate !== null && (
        <p>
          {isShutDown ? 'Shut down on' : 'Shuts down on'} <Day day={sunsetDate} />.
        </p>
      )}
    </div>
  );
}

/** The new prices; where those stay, what else changes. */
function whatChanges(price: PriceRecord, before: PriceRecord | undefined): string {
  const { inputPerMTok, outputPerMTok, announced, note } = price;
  if (inputPerMTok !== before?.inputPerMTok || outputPerMTok !== before.outputPerMTok) {
    return `$${listPrice(inputPerMTok)} input, $${listPrice(outputPerMTok)} output${announced ? ' (announced)' : ''}.`;
  }
  return note ?? 'input and output cost the same; another of its prices changes.';
}

const Day = ({ day }: { day: string | null }) => <strong class="day">{day}</strong>;

export function Lifecycle({ model, catalog }: { model: ModelDetail; catalog: Catalog }) {
  const { lifecycle } = model;
  const linked = (id: string) => {
    const found = catalog.find(id);
    return found === undefined ? id : <a href={`${id}.html`}>{found.facts.name}</a>;
  };
  const facts: [name: string, value: ComponentChildren][] = [
    ['Status', statusNames[model.status]],
    ['Released', model.releaseDate ?? 'unknown'],
    ['Shutdown announced', lifecycle?.deprecatedOn],
    ['Shut down on', lifecycle?.shutDown],
    ['Not shut down before', lifecycle?.notBefore],
    ['Recommended instead', lifecycle?.successor && linked(lifecycle.successor)],
    ['Calls are answered by', lifecycle?.billedAs && linked(lifecycle.billedAs)],
    ...(lifecycle?.hosts ?? []).map(({ host, shutDown }): [string, string] => [`Shut down at ${host}`, shutDown]),
  ];
  return (
    <>
      <h2 id="lifecycle">Lifecycle</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
      {lifecycle !== null && (
        <ul class="sources">
          {lifecycle.sources.map((source, index) => (
            <SourceItem key={index} {...{ source }} fact={source.fact} />
          ))}
        </ul>
      )}
    </>
  );
}

export const statusNames = { active: 'active', deprecated: 'deprecated', shutDown: 'shut down' } as const;
