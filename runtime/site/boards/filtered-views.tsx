/** The parts of a board's page that depend on the filter: drawn by the build, then redrawn by the script. */
import { isOnFront } from '../../core/benchmarks/front.ts';
import { isBuild } from '../browser.ts';
import { numbers, Scroll, Table } from '../components/table.tsx';
import { percentSign } from '../formatting.ts';
import type { BoardRow, BoardView } from './board-views.ts';
import { count, dollars, listPrice, percent, rowName, successInterval, usdInterval } from './formatting.ts';
import { OtherBoardOrder } from './orders.tsx';
import { hasPicture, isDrawn, leastDrawn, Picture, type PictureSize } from './picture.tsx';
import { cheapestOf, mostPinned, passes, type ViewFilter } from './view-filter.ts';

/** Why a run has no link and no list price. */
const NotListed = ({ row }: { row: BoardRow }) => (
  <> It is not in the price list{row.note === null ? '' : ` (${row.note})`}: its dollars are as recorded.</>
);

interface Filtered {
  view: BoardView;
  filter: ViewFilter;
}

/** Every such part by the id of its element. */
export const filteredViews = (view: BoardView, filter: ViewFilter) => ({
  cheapest: <Cheapest {...{ view, filter }} />,
  picture: <Figure {...{ view, filter }} />,
  front: <FrontTable {...{ view, filter }} />,
  pinned: <PinnedTable {...{ view, filter }} />,
  'other-board': <OtherBoardOrder {...{ view, filter }} />,
});

/** One sentence: the cheapest row that solves the requested share. */
function Cheapest({ view, filter }: Filtered) {
  const rows = view.rows.filter((row) => passes(row, filter));
  // What nobody can buy any more leads nowhere.
  const best = cheapestOf(rows.filter(({ listInput }) => listInput !== null)) ?? cheapestOf(rows);
  if (best !== null) {
    const wanted = filter.solves > 0 ? `that solves at least ${filter.solves}${percentSign}` : 'per solved task';
    return (
      <>
        Cheapest {wanted} on this board: <strong>{rowName(best)}</strong>,{' '}
        <strong>{dollars(best.usdPerSolvedTask)}</strong> per solved task (95{percentSign} interval {usdInterval(best)}
        ); it solves {percent(best.successRate)}.{best.modelId === null && <NotListed row={best} />}
      </>
    );
  }
  const among = view.rows.filter((row) => row.usdPerSolvedTask !== null && passes(row, { ...filter, solves: 0 }));
  const most = among.reduce<BoardRow | null>((a, b) => (a === null || b.successRate > a.successRate ? b : a), null);
  return most === null ? (
    <>No run by these makers has a known cost here.</>
  ) : (
    <>
      No run with a known cost solves {filter.solves}
      {percentSign} here: the best is {percent(most.successRate)}, by {rowName(most)}.
    </>
  );
}

/** Both sizes on the page as it is sent; the script draws only the one that the screen shows. */
const sizesShown = (): readonly PictureSize[] => {
  if (isBuild) return ['wide', 'narrow'];
  return matchMedia('(max-width: 40rem)').matches ? ['narrow'] : ['wide'];
};

/** The picture, and what it leaves out. */
function Figure({ view, filter }: Filtered) {
  if (!hasPicture(view)) return <p>Fewer than two runs have a known cost: too few for a chart.</p>;
  const left = view.rows.filter((row) => !isDrawn(row));
  const few = left.filter(({ usdPerSolvedTask }) => usdPerSolvedTask !== null);
  const unpriced = left.length - few.length;
  const has = (basis: BoardRow['usdBasis']): boolean => view.rows.some(({ usdBasis }) => usdBasis === basis);
  const sentences = [
    'The stepped line is the front: no other run solves as much for as little.',
    `Crosses are 95${percentSign} intervals of the front and of pinned runs; a line joins one model's efforts.`,
    has('repriced') && 'Recorded tokens are at the prices in force.',
    has('scaled') &&
      'Where only dollars were recorded they are brought to the prices in force, by what the preset of this kind of work costs at both.',
    has('recorded') && 'Hollow marks are dollars as recorded, at prices of the day that are not known here.',
    few.length > 0 &&
      `Not drawn, because ${few.length === 1 ? 'it solves' : 'they solve'} fewer than ${leastDrawn * 100}${percentSign} of the tasks: ${few.map(rowName).join('; ')}.`,
    unpriced > 0 &&
      `Not drawn, because no dollars or tokens were recorded: ${unpriced} ${unpriced === 1 ? 'run' : 'runs'}.`,
  ];
  return (
    <>
      {sizesShown().map((size) => (
        <Picture key={size} {...{ view, filter, size }} />
      ))}
      <p class="small muted">{sentences.filter((sentence) => sentence !== false).join(' ')}</p>
    </>
  );
}

/** The front as a table: what each higher share of solved tasks costs. */
function FrontTable({ view, filter }: Filtered) {
  const rows = view.rows.filter((row) => passes(row, filter));
  const front = rows.filter((row) => isOnFront(row, rows)).sort((a, b) => a.successRate - b.successRate);
  if (front.length === 0) return null;
  return (
    <Table
      label="The front"
      caption="The cheapest run for each share solved"
      columns={['Model', ...numbers('Solved', '$ per solved task', `95${percentSign} interval`)]}
      rows={front.map((row) => ({
        key: row.key,
        cells: [rowName(row), percent(row.successRate), dollars(row.usdPerSolvedTask), usdInterval(row)],
      }))}
    />
  );
}

/** The rows of the comparison of pinned runs. */
const compared: readonly (readonly [string, (row: BoardRow) => string])[] = [
  ['Solved', (row) => percent(row.successRate)],
  [`95${percentSign} interval`, successInterval],
  ['$ per solved task', (row) => dollars(row.usdPerSolvedTask)],
  [`95${percentSign} interval`, usdInterval],
  ['$ per task, solved or not', (row) => dollars(row.usdPerTask)],
  ['List price, input / output', (row) => `${listPrice(row.listInput)} / ${listPrice(row.listOutput)}`],
  ['Same work at list price', (row) => dollars(row.sameWorkUsdPerTask)],
  ['Calls', (row) => count(row.calls)],
  ['Input tokens', (row) => count(row.inputTokens)],
  ['of which cached', (row) => count(row.cachedTokens)],
  ['Output tokens', (row) => count(row.outputTokens)],
  ['Run on', (row) => row.on],
];

/** Pinned runs side by side. */
function PinnedTable({ view, filter: { pinned } }: Filtered) {
  const rows = pinned.flatMap((key) => view.rows.find((row) => row.key === key) ?? []);
  if (rows.length === 0)
    return (
      <p class="muted">Nothing is pinned. Pin up to {mostPinned} runs in the table below, or click their points.</p>
    );
  return (
    <Scroll label="Pinned runs">
      <table class="pinned-runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            {rows.map((row) => (
              <th key={row.key} scope="col" class="num">
                {rowName(row)}
                <br />
                <button
                  type="button"
                  class="button link no-print"
                  data-unpin={row.key}
                  aria-label={`Unpin ${rowName(row)}`}
                >
                  Unpin
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compared.map(([label, value], index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {rows.map((row) => (
                <td key={row.key} class="num">
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
