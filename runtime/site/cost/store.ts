/** The state of the page, and how it changes when something is typed. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Answered, ask, isAnswered, needsHosts, type Wrong } from './evaluate-form.ts';
import { linkTo, type PageState, readLink, type Typed } from './link-state.ts';

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
  /** Names in the link that this page does not know. */
  unknown: string[] = [];
  /** Why the answer is not ready yet; null: it is. */
  waiting: string | null = null;
  /** Whether `catalog` has host prices. */
  private isFull = false;

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
    const state = { first: this.first.typed, second: this.second?.typed ?? null, ...change };
    this.show(state);
    this.around.saveLink(linkTo(state));
  }

  /** Shows a second scenario next to the first. */
  compare(second: Typed): void {
    this.change({ second });
    this.around.showSecond();
  }

  private show({ first, second }: PageState): void {
    if (this.lacksPrices(first) || this.lacksPrices(second ?? {})) this.loadHosts();
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
    if (isSame) return before;
    const outcome = ask(this.catalog, typed);
    if (isAnswered(outcome)) return { typed, wrong: null, last: outcome };
    const accepted = Object.fromEntries(Object.entries(typed).filter(([field]) => !(field in outcome.fields)));
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
        this.catalog = catalog;
        this.isFull = true;
        this.waiting = null;
        this.show({ first: this.first.typed, second: this.second?.typed ?? null });
      },
      (error: Error) => {
        this.waiting = null;
        this.first = { ...this.first, wrong: { fields: { host: error.message }, others: [] } };
        this.around.draw(this);
      },
    );
  }
}
