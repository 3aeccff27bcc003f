/** Every release and price change by month: first those to come, then the past, newest first. */
import { basePath } from '../../api/routes.ts';
import { changesOf } from '../../core/answers/changes.ts';
import type { Change } from '../../core/answers/schemas/change-schema.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { mainSource } from '../../core/dataset/sources.ts';
import type { Source } from '../../core/schemas/data-files/dated-price.ts';
import { monthName } from '../../core/values/day.ts';
import { Scroll } from '../components/table.tsx';
import { movedPrice } from '../formatting.ts';
import { DataBlock, layout } from '../layout.tsx';
import { inListOrder } from '../makers.ts';
import type { SiteContext } from '../site-context.ts';
import { newsByModel } from './model-feeds.ts';

const api = basePath.slice(1);

/** What a line says: a change of a price or a release, or the end of a model. */
interface Line {
  on: string;
  modelId: string;
  modelName: string;
  providerName: string;
  what: 'released' | 'changed' | 'shutDown';
  /** The change of its price; null: its end. */
  change: Change | null;
  source: Source | undefined;
}

export function changesPage(site: SiteContext): string {
  const { catalog } = site;
  const lines = linesOf(site);
  const coming = lines.filter(({ on }) => on > catalog.asOf);
  const past = lines.filter(({ on }) => on <= catalog.asOf);
  const months = [...new Set(past.map(monthOf))].slice(0, monthsShown);
  const isRecent = (line: Line): boolean => months.includes(monthOf(line));
  return layout({
    site,
    path: 'changes.html',
    title: 'Price changes of LLM models by month',
    description: `${coming.length} announced changes to come and ${past.length} past ones: new models, price changes and shutdowns, by month, each with its source; as a feed or calendar of your models too.`,
    nav: 'changes',
    styles: ['lists'],
    scripts: ['changes'],
    main: (
      <>
        <h1>Changes</h1>
        <p class="lead">
          New models, changed prices and shutdowns, past and announced: for the models you use, or all of them.
        </p>
        <MyModels catalog={catalog} />
        <p>
          All changes: <a href={`${api}/changes.atom`}>Atom feed</a>, <a href={`${api}/changes.json`}>JSON</a>.
        </p>
        <h2 id="coming">To come</h2>
        {coming.length === 0 ? <p>Nothing is announced.</p> : <Months lines={[...coming].reverse()} isComing />}
        <h2 id="past">So far</h2>
        <Months lines={past.filter(isRecent)} isComing={false} />
        <details class="more">
          <summary>Earlier</summary>
          <Months lines={past.filter((line) => !isRecent(line))} isComing={false} />
        </details>
      </>
    ),
  });
}

/** The models of the reader, which only a script knows; without one, each has its feeds on its own page. */
const MyModels = ({ catalog }: { catalog: Catalog }) => (
  <section class="card needs-script no-print" aria-labelledby="my-models-title">
    <h2 id="my-models-title">My models</h2>
    <div id="my-models" />
    <div class="row">
      <div class="field">
        <label for="add-model">Add a model</label>
        <select id="add-model">
          <option value="">Choose…</option>
          {byMakerName(catalog).map(([maker, models]) => (
            <optgroup key={maker} label={maker}>
              {models.map(({ id, facts }) => (
                <option key={id} value={id}>
                  {facts.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <label class="chip">
        <input type="checkbox" id="only-mine" /> Only changes of my models
      </label>
    </div>
    <DataBlock id="next-changes" data={nextChanges(catalog)} />
  </section>
);

/** The models on sale by the name of their maker, in the order of a list. */
function byMakerName(catalog: Catalog): [maker: string, models: CatalogModel[]][] {
  const groups = new Map<string, CatalogModel[]>();
  for (const model of inListOrder(catalog))
    groups.set(model.provider.name, [...(groups.get(model.provider.name) ?? []), model]);
  return [...groups];
}

/** By model what comes next, in words; models of which nothing is announced are not in it. */
function nextChanges(catalog: Catalog): Record<string, { on: string; what: string }[]> {
  const coming = [...newsByModel(catalog)].map(([id, news]) => {
    const next = news.filter(({ on }) => on > catalog.asOf).map(({ on, sentence }) => ({ on, what: sentence }));
    return [id, next.reverse()] as const;
  });
  return Object.fromEntries(coming.filter(([, next]) => next.length > 0));
}

/** Months with changes that are not folded up. */
const monthsShown = 6;

const monthOf = ({ on }: Line): string => on.slice(0, 7);

/** Newest first. */
function linesOf({ catalog }: SiteContext): Line[] {
  const models = new Map([...catalog.models, ...catalog.shutDown].map((model) => [model.id, model]));
  const changes = changesOf(catalog).flatMap((change): Line[] => {
    const model = models.get(change.modelId);
    if (model === undefined) return [];
    const { on, kind, sources } = change;
    return [
      {
        ...named(model),
        on,
        change,
        what: kind === 'released' ? kind : 'changed',
        source: mainSource(model.provider, sources),
      },
    ];
  });
  const ends = [...models.values()].flatMap((model): Line[] => {
    const { lifecycle } = model.facts;
    if (!lifecycle?.shutDown) return [];
    return [{ ...named(model), on: lifecycle.shutDown, change: null, what: 'shutDown', source: lifecycle.sources[0] }];
  });
  return [...changes, ...ends].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1));
}

const named = ({ id, facts, provider }: CatalogModel) => ({
  modelId: id,
  modelName: facts.name,
  providerName: provider.name,
});

interface Listed {
  lines: readonly Line[];
  /** Whether they were only announced when the page was built. */
  isComing: boolean;
}

function Months({ lines, isComing }: Listed) {
  const months = [...new Set(lines.map(monthOf))];
  return (
    <>
      {months.map((month) => (
        <section key={month}>
          <h3 id={`${isComing ? 'coming-' : 'm'}${month}`}>{monthName(month)}</h3>
          <MonthTable isComing={isComing} month={month} lines={lines.filter(({ on }) => on.startsWith(month))} />
        </section>
      ))}
    </>
  );
}

const columns = [
  ['Input', 'inputPerMTok'],
  ['Cached input', 'cachedInputPerMTok'],
  ['Output', 'outputPerMTok'],
] as const;

interface Month extends Listed {
  month: string;
}

const MonthTable = ({ month, lines, isComing }: Month) => (
  <Scroll label={`${isComing ? 'Announced' : 'Changes'} in ${monthName(month)}`}>
    <table class="list changes">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Model</th>
          <th scope="col">What</th>
          {columns.map(([head]) => (
            <th key={head} scope="col" class="num">
              {head}
            </th>
          ))}
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <ChangeLine key={index} {...{ line, isComing }} />
        ))}
      </tbody>
    </table>
  </Scroll>
);

const words = { released: 'new model', changed: 'price', shutDown: 'shut down' } as const;

function ChangeLine({ line, isComing }: { line: Line; isComing: boolean }) {
  const { on, modelId, modelName, providerName, what, change, source } = line;
  const isPriced =
    change !== null &&
    (change.before === null || columns.some(([, key]) => change.before?.[key] !== change.after[key]));
  return (
    <tr data-model={modelId}>
      <td class="day">{on}</td>
      <th scope="row">
        <a href={`models/${modelId}.html`}>{modelName}</a> <span class="muted small">{providerName}</span>
      </th>
      <td>
        <span class={what === 'shutDown' ? 'tag bad' : what === 'changed' ? 'tag caution' : 'tag'}>{words[what]}</span>{' '}
        {isComing && (
          <span class="tag good" data-from={on} hidden>
            in force now
          </span>
        )}
      </td>
      {isPriced ? (
        columns.map(([head, key]) => (
          <td key={head} class="num" data-label={head}>
            {movedPrice((change.before ?? change.after)[key], change.after[key])}
          </td>
        ))
      ) : (
        <td colSpan={columns.length} class="muted small">
          {change?.note ??
            (change === null
              ? 'calls fail from this day on'
              : change.alsoChanged.join(', ') || 'other terms change: see the model')}
        </td>
      )}
      <td class="source">
        {source?.url === undefined ? (
          source?.name
        ) : (
          <a href={source.url}>{new URL(source.url).hostname.replace(/^www\./, '')}</a>
        )}{' '}
        <span class="day muted">{source?.on}</span>
      </td>
    </tr>
  );
}
