/** Which model: a page for each board, the one with the most runs at `measured.html`. */
import { markup as html } from '../../runtime/core/values/markup.ts';
import type { BoardView } from '../../runtime/site/boards/board-view.ts';
import { boardMain } from './boards/board-main.ts';
import { boardPath, boardViews } from './boards/board-views.ts';
import { dataBlock, layout } from './layout.ts';
import { rootFrom, type SiteContext, type SiteFile } from './site-context.ts';

export const measuredPages = (site: SiteContext): SiteFile[] =>
  boardViews(site.catalog).map((view) => {
    const path = boardPath(site.catalog, view.id);
    return { path, content: () => boardPage(site, view, path) };
  });

function boardPage(site: SiteContext, view: BoardView, path: string): string {
  const root = rootFrom(path);
  const links = {
    root,
    board: (id: string) => root + boardPath(site.catalog, id),
    model: (id: string) => (site.catalog.find(id) === undefined ? null : `${root}models/${id}.html`),
  };
  return layout({
    site,
    path,
    title: `Which model? ${view.name}`,
    description: `${view.rows.length} runs on ${view.benchmark} in ${view.harness}: share of solved tasks against dollars per solved task, a row for every effort, with list prices.`,
    nav: 'measured',
    scripts: ['boards'],
    main: html`${boardMain(view, boardViews(site.catalog), links)}
<script type="application/json" id="board-data">${dataBlock(view)}</script>`,
  });
}
