/** Names under which calls are logged, each with its model and host. */

import { type Catalog, type CatalogModel, knownModels, namesOf } from '../../core/dataset/catalog.ts';
import { offersFor, resellerOf, soldAtHosts } from '../../core/dataset/host-catalog.ts';
import { loggedHosts } from '../../core/dataset/logged-names.ts';
import { hostPrefixes, regionPrefixes } from '../../core/dataset/model-name-prefixes.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { noMakersPrice, sellersAtOwnPrices } from '../../core/dataset/sellers.ts';
import type { ModelFile } from '../../core/schemas/data-files/model-file.ts';
import { lookUp } from '../../core/values/look-up.ts';

/** The names of a host in logs: its own, those of libraries and of OpenTelemetry. */
const namesOfHost = (host: string): string[] => {
  const lists: Readonly<Record<string, string | null>>[] = [loggedHosts, hostPrefixes];
  return [
    ...new Set([host, ...lists.flatMap((list) => Object.keys(list).filter((name) => lookUp(list, name) === host))]),
  ];
};

/** The names of hosts that set their own prices: without a row of such a host, a model has no price there. */
export const namesOfSellers = (): string[] => sellersAtOwnPrices.flatMap(namesOfHost);

/**
 * The hosts that sell a model at their own price, and with an empty host those that set their own prices, but sell the
 * model at the list price of its maker; with the reseller's name, if that is who sells it. `name`: the host's name in logs,
 * in lower case.
 */
export const hostRows = (catalog: Catalog) =>
  knownModels(catalog).flatMap((model) => {
    const own = new Set(soldAtHosts(catalog, model).map(({ host }) => host.id));
    const atListPrice = sellersAtOwnPrices.filter(
      (host) => !own.has(host) && noMakersPrice(catalog, model, host) === null,
    );
    const lister = resellerOf(catalog, model)?.id ?? '';
    const rows = [...[...own].map((host) => [host, host]), ...atListPrice.map((host) => [host, lister])] as const;
    return rows.flatMap(([seller = '', host = '']) =>
      namesOfHost(seller).map((name) => ({ model: model.id, name, host })),
    );
  });

/**
 * The names to list: every id and alias; with its maker, also as an OpenRouter name; with a host that sells it; and the
 * host's own name for it. Names that cannot be listed in advance, such as those with an account id, come from `more`.
 * @param more the caller's names; unknown ones are skipped
 * @returns with the host that the name implies and the place that it carries, such as eu; empty: none
 */
export function nameRows(catalog: Catalog, more: readonly string[] = []) {
  const names = new Set(knownModels(catalog).flatMap((model) => spellingsOf(catalog, model)));
  for (const name of more) names.add(name);
  return [...names].flatMap((name) => {
    const found = resolve(catalog, name);
    // A name that says a level of service would need a column of its own: its calls are left without a price.
    return isResolved(found) && found.serviceTier === null
      ? { name, model: found.model.id, host: found.host ?? '', region: found.region ?? '' }
      : [];
  });
}

function spellingsOf(catalog: Catalog, model: CatalogModel): string[] {
  const own = namesOf(model).flatMap((name) => [...new Set([name, name.toLowerCase()])]);
  const makers = prefixesOf(model.provider.id);
  const atMakers = own.flatMap((name) => makers.map((maker) => `${maker}/${name}`));
  const atHosts = offersFor(catalog, model.id).flatMap(({ host, offer }) => {
    const prefixes = Object.keys(hostPrefixes).filter((prefix) => lookUp(hostPrefixes, prefix) === host.id);
    const there = [...own, ...inPlaces(offer.hostModelId), ...placeNames(offer)];
    return [...there, ...prefixes.flatMap((prefix) => there.map((name) => `${prefix}/${name}`))];
  });
  return [...own, ...placeNames(model.facts), ...atMakers, ...atMakers.map((name) => `openrouter/${name}`), ...atHosts];
}

/** The names of a model in the places where it has a price of its own. */
const placeNames = ({ prices }: Pick<ModelFile, 'prices'>): string[] =>
  prices.flatMap(({ places }) => Object.values(places ?? {}).flatMap(({ hostModelId }) => hostModelId ?? []));

/** An Amazon Bedrock name in each of its places, `us.anthropic.claude-...`; other names unchanged. */
function inPlaces(name: string): string[] {
  const region = regionPrefixes.find((prefix) => name.startsWith(`${prefix}.`));
  if (region === undefined) return [name];
  const bare = name.slice(region.length + 1);
  return [bare, ...regionPrefixes.map((prefix) => `${prefix}.${bare}`)];
}

/** The prefixes of gateways that name a maker: `mistral` and `mistralai` for mistral, `x-ai` for xai. */
const prefixesOf = (provider: string): string[] => [
  ...Object.keys(hostPrefixes).filter((prefix) => prefix.replaceAll('-', '').startsWith(provider)),
  ...(lookUp(otherPrefixes, provider) ?? []),
];

const otherPrefixes: Record<string, string[]> = {
  google: ['gemini'],
  alibaba: ['qwen', 'dashscope'],
  amazon: ['bedrock'],
};
