/**
 * At whose price a call is billed: a model's maker, or a host that is named. A name alone never takes the price of a
 * host, since the same open weights are sold by many and run for nothing on one's own machine.
 */

import type { HostFile } from '../schemas/data-files/offers-file.ts';
import { lookUp } from '../values/look-up.ts';
import { decimal } from '../values/money.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { catalogAt, isResold, resellerOf } from './host-catalog.ts';
import { hostPrefixes } from './model-name-prefixes.ts';

/** The host that stands for one's own machine: no list price, and $0 only where the caller names it. */
export const ownMachine = 'local';

/** A host under our name, `together` for LiteLLM's `together_ai`, and `local` for the programs of one's own machine. */
export const hostNamed = (host: string): string => lookUp(hostPrefixes, host.toLowerCase()) ?? host;

/** Sellers that set their own prices: a maker's list price says nothing about theirs. */
export const sellersAtOwnPrices = [...new Set(Object.values(hostPrefixes).flatMap((host) => host ?? []))];
const atOwnPrices = new Set(sellersAtOwnPrices);

/**
 * Clouds that sell these makers' models at the makers' list prices, as far as their price pages show; used where no
 * offer is known, and said in a note. Azure bills Claude in units that stand for Anthropic's prices:
 * learn.microsoft.com/azure/foundry/foundry-models/concepts/claude-models-billing (2026)
 */
const atListPrices: Readonly<Record<string, readonly string[]>> = {
  azure: ['anthropic', 'openai'],
  bedrock: ['amazon', 'anthropic'],
  vertex: ['anthropic', 'google'],
};

/** A gateway of which the dataset has no list: the maker's price is the best that is known of it. */
const isUnknownGateway = ({ offers }: Catalog, host: string): boolean =>
  ['openrouter', 'vercel'].includes(host) && !offers.hosts.some(({ id }) => id === host);

/** The gateway of this name, if it sells a model at the list price of its maker. */
const passingOn = ({ offers }: Catalog, { id }: CatalogModel, host: string | null): HostFile | undefined =>
  offers.hosts.find((one) => one.id === host && one.passesOn?.includes(id));

/** The note on a price that a gateway passes on; null: it does not. */
export function passedOnNote(catalog: Catalog, model: CatalogModel, host: string | null): string | null {
  const gateway = passingOn(catalog, model, host);
  if (gateway === undefined) return null;
  return `${gateway.name} passes on the list price of ${model.provider.name}, as its list of ${gateway.passesOnSeen} has it.`;
}

/** A host that sells a model, and its input and output price in USD per 1,000,000 tokens. */
interface Seller {
  host: string;
  input: number;
  output: number;
}

/** The hosts that are known to sell a model on the catalog's day, cheapest input first. */
export function sellersOf(catalog: Catalog, id: string): Seller[] {
  const sellers = catalog.offers.hosts.flatMap(({ id: host }): Seller[] => {
    const there = catalogAt(catalog, host)?.find(id);
    return there === undefined ? [] : [{ host, input: there.price.input, output: there.price.output }];
  });
  return sellers.sort((a, b) => a.input - b.input || a.output - b.output);
}

/** What is priced: a call may say that it ran on one's own machine, at $0; a workflow has no such host. */
type Asks = 'call' | 'workflow';

const advice: Readonly<Record<Asks, string>> = {
  call: `name one as the host, or "${ownMachine}" for your own machine.`,
  workflow: 'name one as the host.',
};

/** Whose price stands for a model that its maker does not sell; null: its maker sells it. */
export function resoldAt(catalog: Catalog, model: CatalogModel): string | null {
  const reseller = resellerOf(catalog, model);
  return reseller === undefined ? null : `at ${reseller.name}: a host's price, not its maker's`;
}

/**
 * Why a call to a model has no price where no offer of its host is known: the name says no seller, or one that sets its
 * own price. Null: the maker's list price holds.
 * @param host who serves it, under our name; null: nobody is named
 */
export function noMakersPrice(
  catalog: Catalog,
  model: CatalogModel,
  host: string | null,
  asks: Asks = 'call',
): string | null {
  if (host === ownMachine) {
    return asks === 'call'
      ? ownMachineReason(model.id)
      : `${runsHere(model.id)} Elsewhere, ${soldBy(catalog, model, asks)}`;
  }
  if (host !== null && atOwnPrices.has(host) && !isUnknownGateway(catalog, host)) {
    if (model.provider.id === host || lookUp(atListPrices, host)?.includes(model.provider.id)) return null;
    if (passingOn(catalog, model, host) !== undefined) return null;
    return `No price of ${model.id} at ${host} is known, and that of another seller need not be the same: ${soldBy(catalog, model, asks)}`;
  }
  return isResold(catalog, model) ? soldBy(catalog, model, asks) : null;
}

/** Why an unknown name has no price at a host that sets its own; null: nothing can be said of the host. */
export const unknownThere = (host: string | null): string | null =>
  host !== null && atOwnPrices.has(host) ? `${host} sets its own prices, and none is known for this name.` : null;

/** `gpt-oss-120b is sold by 4 hosts from $0.10/$0.50 per 1M tokens in/out (baseten, ...): name one as the host ...` */
function soldBy(catalog: Catalog, model: CatalogModel, asks: Asks): string {
  const { id, provider, price } = model;
  const name = advice[asks];
  const sellers = sellersOf(catalog, id);
  const hosts = sellers.map(({ host }) => host).join(', ');
  const [cheapest] = sellers;
  if (cheapest !== undefined) {
    const many = sellers.length === 1 ? 'one host' : `${sellers.length} hosts from`;
    return `${id} is sold by ${many} ${asked(cheapest)} (${hosts}): ${name}`;
  }
  const reseller = resellerOf(catalog, model)?.id;
  return reseller === undefined
    ? `its maker, ${provider.name}, asks ${asked(price)}.`
    : `${id} is sold by no host that is known today; ${reseller} sold it: ${name}`;
}

const asked = ({ input, output }: Pick<Seller, 'input' | 'output'>): string =>
  `${usd(input)}/${usd(output)} per 1M tokens in/out`;

const runsHere = (name: string): string => `${name} runs on your own machine: it has no list price.`;

/** Why a call that a program on one's own machine answered has no price, and how it is counted as $0. */
export const ownMachineReason = (name: string): string => `${runsHere(name)} The host "${ownMachine}" counts it as $0.`;

/** The note on a call whose host the caller gives as `local`. */
export const ownMachineNote =
  'It ran on your own machine, as the call says: there is no list price, and it counts as $0, without hardware and power.';

const usd = (price: number): string => `$${price < 0.1 ? decimal(price) : price.toFixed(2)}`;
