/** The page of one model: every number with its source and date, readable without a script. */
import type { ComponentChildren } from 'preact';
import { basePath } from '../../api/routes.ts';
import { modelDetailOf } from '../../core/answers/models.ts';
import type { ModelDetail } from '../../core/answers/schemas/model-schemas.ts';
import { type CatalogModel, knownModels } from '../../core/dataset/catalog.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import type { PriceRecord } from '../../core/schemas/price-schemas.ts';
import { onDays } from '../clock.ts';
import { Facts } from '../components/facts.tsx';
import { listPrice, percentSign, tokens } from '../formatting.ts';
import { layout } from '../layout.tsx';
import type { SiteContext, SiteFile } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import { History, hasChart } from './history.tsx';
import { ComingNotice, Lifecycle, statusNames } from './lifecycle-section.tsx';
import { Hosts, PriceFacts, Terms, Tools } from './price-section.tsx';
import { SourceItem } from './source-list.tsx';
import { Agents, Measured, workIn } from './work-section.tsx';

export const modelPages = (site: SiteContext): SiteFile[] =>
  knownModels(site.catalog).map((model) => ({
    path: `models/${model.id}.html`,
    content: () => modelPage(site, model),
  }));

function modelPage(site: SiteContext, listed: CatalogModel): string {
  const { catalog } = site;
  const { provider } = listed;
  const model = modelDetailOf(catalog, listed);
  const current = model.prices.find(({ state }) => state === 'current') as PriceRecord;
  const coming = model.prices.filter(({ state }) => state !== 'past');
  const end = model.lifecycle?.shutDown ?? null;
  const work = workIn(catalog);
  const path = `models/${model.id}.html`;
  const description = `${model.name} of ${provider.name}: $${listPrice(current.inputPerMTok)} per million input tokens, $${listPrice(current.outputPerMTok)} output, ${lastSeenInWords(model.lastSeen)}. Price history, hosts, lifecycle and measured cost per solved task.`;
  return layout({
    site,
    path,
    title: `${model.name} price`,
    description,
    nav: 'models',
    styles: ['model'],
    scripts: hasChart(model) ? ['charts'] : [],
    structuredData: priceDataset(site, {
      path,
      name: `List prices of ${model.name}`,
      description,
      json: `models/${model.id}.json`,
    }),
    main: (
      <>
        <p class="trail">
          <a href="../models.html">Models</a> / {provider.name}
        </p>
        <h1>{model.name}</h1>
        <p class="row">
          <code>{model.id}</code> <span class="tag">{model.tier}</span>{' '}
          <span
            class={`tag ${statusClasses[model.status]}`}
            {...onDays(null, model.status === 'shutDown' ? null : end, catalog.asOf)}
          >
            {statusNames[model.status]}
          </span>{' '}
          {end !== null && model.status !== 'shutDown' && (
            <span class={`tag ${statusClasses.shutDown}`} {...onDays(end, null, catalog.asOf)}>
              {statusNames.shutDown}
            </span>
          )}{' '}
          <span class="tag">{tokens(model.contextWindow)} context</span>
        </p>
        <ComingNotice model={model} asOf={catalog.asOf} />
        <h2 id="price">
          <span {...onDays(null, end, catalog.asOf)}>Price now</span>
          {end !== null && <span {...onDays(end, null, catalog.asOf)}>Last price</span>}
        </h2>
        {coming.map((price) => (
          <div key={price.from} {...onDays(price === current ? null : price.from, price.until, catalog.asOf)}>
            <PriceFacts {...{ model, price }} />
            <p>
              In force since <span class="day">{price.from ?? 'its release'}</span>.{' '}
              {price === current && <Trust {...model} />} <a href={model.pricingUrl}>{provider.name}'s price page</a>
            </p>
            <Terms {...{ model, price, provider }} />
          </div>
        ))}
        <p class="no-print">
          On any day and as CSV: <a href={`../models.html?maker=${provider.id}`}>prices of {provider.name}</a>.
          {listed.status !== 'shutDown' && (
            <>
              {' '}
              When it changes: <a href={`../feeds/${model.id}.atom`}>feed</a>,{' '}
              <a href={`../feeds/${model.id}.ics`}>calendar</a>,{' '}
              <a href={`../changes.html#models=${model.id}`}>among my models</a>.
            </>
          )}
        </p>
        <Hosts {...{ model, provider }} />
        <Tools {...{ model, provider }} />
        <History {...{ model, provider }} asOf={catalog.asOf} />
        <Agents work={work} id={model.id} />
        <Measured work={work} id={model.id} />
        <Lifecycle {...{ model, catalog }} />
        <h2 id="facts">Facts</h2>
        <Facts facts={factsOf(model)} />
        {model.notes.length > 0 && (
          <ul>
            {model.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p class="no-print">
          The same as <a href={`../${basePath.slice(1)}/models/${model.id}.json`}>JSON</a>.
        </p>
      </>
    ),
  });
}

const statusClasses = { active: 'good', deprecated: 'caution', shutDown: 'bad' } as const;

/** Where the price comes from, in a sentence. */
const Trust = ({ seenAtProvider, seenInDatasets, confidence }: ModelDetail) => (
  <>
    {seenAtProvider === null ? (
      <>
        Seen in datasets on <span class="day">{seenInDatasets}</span>, not verified: never seen at its maker
      </>
    ) : (
      <>
        Seen at its maker on <span class="day">{seenAtProvider}</span>
        {seenInDatasets !== null && (
          <>
            , in datasets on <span class="day">{seenInDatasets}</span>
          </>
        )}
      </>
    )}
    ; confidence: {confidence}.
  </>
);

/** Images and PDF, each with whether it is known, and who says so. */
function takenBy({ inputs }: ModelDetail): ComponentChildren {
  if (inputs === null) return 'unknown: no source says';
  const said = (taken: boolean | null): string => (taken === null ? 'unknown' : taken ? 'yes' : 'no');
  return (
    <>
      images: {said(inputs.image)}, PDF: {said(inputs.pdf)}
      <ul class="sources">
        {inputs.sources.map((source, index) => (
          <SourceItem key={index} source={source} />
        ))}
      </ul>
    </>
  );
}

function factsOf(model: ModelDetail): [name: string, value: ComponentChildren][] {
  const { caching, aliases } = model;
  const { minPrefixTokens, hitEfficiency } = caching;
  return [
    ['Context', `${tokens(model.contextWindow)} tokens`],
    ['Longest answer', model.maxOutputTokens === null ? 'unknown' : `${tokens(model.maxOutputTokens)} tokens`],
    ['Takes besides text', takenBy(model)],
    ['Caching', caching.mode],
    ['Shortest cached prefix', minPrefixTokens === null ? 'none known' : `${tokens(minPrefixTokens)} tokens`],
    ['Cache hits', `${Math.round(hitEfficiency.value * 1000) / 10}${percentSign} of the ideal, ${hitEfficiency.basis}`],
    ['Class', `${model.tier}: ${model.tierReason}`],
    [
      'Also called',
      aliases.length === 0 ? 'no other name' : aliases.flatMap((alias) => [<code key={alias}>{alias}</code>, ' ']),
    ],
  ];
}
