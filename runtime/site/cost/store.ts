/** The state of the page, and how it changes when something is typed. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Answered, ask, isAnswered, needsHosts, type Wrong } from './evaluate-form.ts';
import { type ListTyped, linkTo, type PageState, readLink, type Typed } from './link-state.ts';

/** One scenario: what was typed, its errors, and the answer without the wrong fields. */
export interface Scenario {
  typed: Typed;
  /** null: nothing. */
  wrong: Wrong | null;
  last: Answered;
}

interface Surroundings {
  /** The prices embedded in the page. */
  inForce: Catalog;
  /** The catalog with host prices. */
  loadFull: () => Promise<Catalog>;
  /** Called after every change. */
  draw: (store: Store) => void;
  /** Called when only the list of models is another. */
  drawList: (store: Store) => void;
  /** Brings the second scenario into view. */
  showSecond: () => void;
  /** Keeps the state in the address. */
  saveLink: (hash: string) => void;
}

/** The scenarios of the page. Everything is recomputed at each change: it takes less than a frame. */
export class Store {
  catalog: Catalog;
  first: Scenario;
  second: Scenario | null = null;
  /** How the models are listed. */
  list: ListTyped = {};
  /** Names in the link that this page does not know. */
  unknown: string[] = [];
  /** That prices have changed since the page was built; null: they have not. */
  later: string | null = null;
  /** Why the answer is not ready yet; null: it is. */
  waiting: string | null = null;
  /** Whether `catalog` has host prices. */
  isFull = false;

  constructor(private readonly around: Surroundings) {
    this.catalog = around.inForce;
    this.first = { typed: {}, wrong: null, last: ask(this.catalog, {}) as Answered };
  }

  /** Takes over the state of a link. */
  open(hash: string): void {
    const { unknown, ...state } = readLink(hash);
    this.unknown = unknown;
    this.show(state);
  }

  /** Takes over what was typed, and keeps it in the address. */
  change(change: Partial<PageState>): void {
    this.unknown = [];
    const state = { ...this.state, ...change };
    this.show(state);
    this.around.saveLink(linkTo(state));
  }

  /** Changes how the models are listed. */
  changeList(list: ListTyped): void {
    if (list.soldAt !== undefined && !this.isFull) {
      this.change({ list });
      return;
    }
    this.list = list;
    this.around.drawList(this);
    this.around.saveLink(linkTo(this.state));
  }

  /** Takes over another catalog: that of a later day, or the one with host prices. */
  useCatalog(catalog: Catalog): void {
    this.catalog = catalog;
    this.show(this.state);
  }

  /** Takes over the prices of a later day than the page was built for. */
  useLater(catalog: Catalog): void {
    this.later = `Prices as announced for ${catalog.asOf}: some have changed since this page was made on ${this.catalog.asOf}.`;
    this.useCatalog(catalog);
  }

  /** Whether the page shows what it opened with. */
  get isUntouched(): boolean {
    return this.catalog === this.around.inForce && linkTo(this.state) === '' && this.unknown.length === 0;
  }

  private get state(): PageState {
    return { first: this.first.typed, second: this.second?.typed ?? null, list: this.list };
  }

  /** Shows a second scenario next to the first. */
  compare(second: Typed): void {
    this.change({ second });
    this.around.showSecond();
  }

  private show({ first, second, list }: PageState): void {
    this.list = list;
    const lacks =
      this.lacksPrices(first) || this.lacksPrices(second ?? {}) || (list.soldAt !== undefined && !this.isFull);
    if (lacks) this.loadHosts();
    this.first = this.answered(first, this.first);
    this.second = second === null ? null : this.answered(second, this.second ?? this.first);
    this.around.draw(this);
  }

  /** Without host prices an answer at a host would be wrong: the last one stays until they are loaded. */
  private answered(typed: Typed, before: Scenario): Scenario {
    if (this.lacksPrices(typed)) return { ...before, typed };
    const isSame =
      linkTo({ first: typed, second: null }) === linkTo({ first: before.typed, second: null }) &&
      before.last.question.sold === this.catalog;
    if (isSame) return { ...before, typed };
    const outcome = ask(this.catalog, typed);
    if (isAnswered(outcome)) return { typed, wrong: null, last: outcome };
    const accepted = Object.fromEntries(
      Object.entries(typed).filter(([field]) => !Object.hasOwn(outcome.fields, field)),
    );
    const rest = ask(this.catalog, accepted);
    return { typed, wrong: outcome, last: isAnswered(rest) ? rest : before.last };
  }

  private lacksPrices(typed: Typed): boolean {
    return !this.isFull && needsHosts(this.catalog, typed);
  }

  private loadHosts(): void {
    if (this.waiting !== null) return;
    this.waiting = 'Loading host prices…';
    this.around.loadFull().then(
      (catalog) => {
        this.isFull = true;
        this.waiting = null;
        this.useCatalog(catalog);
      },
      (error: Error) => {
        this.waiting = null;
        this.first = { ...this.first, wrong: { fields: { host: error.message }, others: [] } };
        this.around.draw(this);
      },
    );
  }
}
