/** Which model: a page for each board, readable without a script; the one with the most runs is at `measured.html`. */
import { Fragment } from 'preact';
import { basePath } from '../../api/routes.ts';
import { SaveButton } from '../components/save-button.tsx';
import { Select } from '../components/select.tsx';
import { unbroken } from '../formatting.ts';
import { DataBlock, layout } from '../layout.tsx';
import { rootFrom, type SiteContext, type SiteFile } from '../site-context.ts';
import { type BoardView, boardPath, boardViews, kindsOfWork } from './board-views.ts';
import { filteredViews } from './filtered-views.tsx';
import { comparedWith, ListPriceOrder } from './orders.tsx';
import { hasPicture } from './picture.tsx';
import { RowsTable } from './rows-table.tsx';
import { Swatch } from './series-style.tsx';
import { everything, mostPinned, providerKey } from './view-filter.ts';

export const boardPages = (site: SiteContext): SiteFile[] =>
  boardViews(site.catalog).map((view) => {
    const path = boardPath(site.catalog, view.id);
    return { path, content: () => boardPage(site, view, path) };
  });

const boardPage = (site: SiteContext, view: BoardView, path: string): string =>
  layout({
    site,
    path,
    title: `Which model? ${view.name}`,
    description: `${view.rows.length} runs on ${view.benchmark} in ${view.harness}: share of solved tasks against dollars per solved task, a row for every effort, with list prices.`,
    nav: 'measured',
    styles: ['boards'],
    scripts: ['boards'],
    main: (
      <>
        <h1>Which model?</h1>
        <p class="lead">
          Cheap tokens can make an expensive task. What counts is the measured cost of a <em>solved</em> task; a ranking
          holds for its own board only.
        </p>
        <Board {...{ site, view }} root={rootFrom(path)} />
        <DataBlock id="board-data" data={view} />
      </>
    ),
  });

interface BoardProps {
  site: SiteContext;
  view: BoardView;
  /** Root of the site, '' or '../'. */
  root: string;
}

function Board({ site: { catalog }, view, root }: BoardProps) {
  const shown = filteredViews(view, everything);
  const modelLink = (id: string) => (catalog.find(id) === undefined ? null : `${root}models/${id}.html`);
  const api = root + basePath.slice(1);
  return (
    <>
      <nav class="boards-nav no-print" aria-label="Boards">
        {kindsOfWork(catalog).map(({ id: kind, name: work, boards }) => (
          <Fragment key={kind}>
            <p>{work}</p>
            <ul>
              {boards.map(({ id, name }) => (
                <li key={id}>
                  <a href={root + boardPath(catalog, id)} aria-current={id === view.id ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <section aria-labelledby="board-name">
        <h2 id="board-name">{view.name}</h2>
        <p class="muted">
          {view.harness}. {view.tasks !== null && `${view.tasks} tasks, `}
          {view.runs}.
        </p>
        <p class="sentence" id="cheapest" aria-live="polite" aria-atomic="true">
          {shown.cheapest}
        </p>
        <Filters view={view} />
        <figure class="chart">
          <figcaption>Tasks solved against dollars per solved task</figcaption>
          <ul class="legend">
            {view.providers.map(({ id, name, style }) => (
              <li key={id}>
                <Swatch style={style} /> {name}
              </li>
            ))}
          </ul>
          <div id="picture">{shown.picture}</div>
          {hasPicture(view) && (
            <p class="row small">
              <SaveButton name={view.id} />
              <a href="#all-runs">Every value as a table</a>
            </p>
          )}
        </figure>
        <div id="front">{shown.front}</div>
      </section>
      <section class="needs-script" aria-labelledby="side-by-side">
        <h2 id="side-by-side">Side by side</h2>
        <div id="pinned">{shown.pinned}</div>
      </section>
      <div class="orders far-down">
        <section aria-labelledby="list-price">
          <h2 id="list-price">List price against what was paid</h2>
          <div id="list-slopes">
            <ListPriceOrder view={view} />
          </div>
        </section>
        <section aria-labelledby="elsewhere">
          <h2 id="elsewhere">The same models elsewhere</h2>
          <OtherBoard view={view} />
          <div id="other-board">{shown['other-board']}</div>
        </section>
      </div>
      <section class="far-down" aria-labelledby="all-runs">
        <h2 id="all-runs">Every run</h2>
        <p class="small muted needs-script no-print">Pin up to {mostPinned} to compare them.</p>
        <RowsTable {...{ view, modelLink }} />
      </section>
      <section class="far-down" aria-labelledby="board-sources">
        <h2 id="board-sources">Sources and notes</h2>
        <ul class="measure">
          {view.notes.map((note) => (
            <li key={note}>{unbroken(note)}</li>
          ))}
        </ul>
        <ul class="measure">
          {view.sources.map(({ name, on, note }) => (
            <li key={name}>
              {name}, read {on}
              {note ? `: ${note}` : ''}
            </li>
          ))}
        </ul>
        <p class="small">
          The same data: <a href={`${api}/measured/${view.id}.json`}>JSON of this board</a>,{' '}
          <a href={`${api}/measured.csv`}>CSV of all</a>.
        </p>
      </section>
    </>
  );
}

/** Without a script the page shows the whole board. */
const Filters = ({ view }: { view: BoardView }) => (
  <div class="filters needs-script no-print">
    <div class="field">
      <label for="solves">Solves at least</label>
      <div class="box">
        <input
          type="text"
          id="solves"
          inputmode="decimal"
          autocomplete="off"
          value="0"
          aria-describedby="solves-help"
        />
        <span class="unit">% of tasks</span>
      </div>
      <p class="help" id="solves-help">
        0 to 100
      </p>
    </div>
    <details class="more">
      <summary>Only some makers</summary>
      <fieldset>
        <legend class="visually-hidden">Only these makers</legend>
        <div class="chips">
          {view.providers.map(({ id, name, style }) => (
            <label key={id} class="chip">
              <input type="checkbox" data-filter="provider" value={providerKey(id)} /> <Swatch style={style} /> {name}
            </label>
          ))}
        </div>
      </fieldset>
    </details>
  </div>
);

/** The choice of a board to compare the order with. */
function OtherBoard({ view }: { view: BoardView }) {
  const chosen = comparedWith(view, everything);
  if (chosen === null) return null;
  return (
    <Select
      id="against"
      label="Other board"
      class="needs-script no-print"
      chosen={chosen.id}
      options={view.others.map(({ id, name, harness }) => ({ value: id, name: `${name}, ${harness}` }))}
    />
  );
}
