/** Every run of a board as a table: what the chart shows, and the list price. */
import { Scroll } from '../components/table.tsx';
import { percentSign } from '../formatting.ts';
import type { BoardRow, BoardView } from './board-views.ts';
import {
  basisOf,
  count,
  dollars,
  listPrice,
  ordinal,
  percent,
  rowName,
  successInterval,
  usdInterval,
} from './formatting.ts';
import { placeByList } from './orders.tsx';
import { Swatch, styleOf } from './series-style.tsx';
import { providerKey } from './view-filter.ts';

/** Address of a model's page, relative to this page; null: it has none. */
type ModelLink = (modelId: string) => string | null;

const interval = `95${percentSign} interval`;

/** The columns of figures: the head and what it says below, the figure and what stands below it. */
const figures: readonly {
  head: string;
  about?: string;
  of: (row: BoardRow) => string;
  below?: (row: BoardRow) => string | null;
}[] = [
  { head: 'Solved', about: interval, of: (row) => percent(row.successRate), below: successInterval },
  { head: '$ per solved task', about: interval, of: (row) => dollars(row.usdPerSolvedTask), below: usdInterval },
  { head: '$ per task', of: (row) => dollars(row.usdPerTask), below: basisOf },
  { head: 'Calls', of: (row) => count(row.calls) },
  {
    head: 'List price',
    about: 'input / output',
    of: (row) => (row.listInput === null ? '–' : `${listPrice(row.listInput)} / ${listPrice(row.listOutput)}`),
  },
  { head: 'Same work', about: 'at list price', of: (row) => dollars(row.sameWorkUsdPerTask) },
];

/** A second line of a cell, in small letters; null: none. */
const Below = ({ text = null }: { text?: string | null | undefined }) =>
  text === null ? null : (
    <>
      <br />
      <span class="unit">{text}</span>
    </>
  );

export function RowsTable({ view, modelLink }: { view: BoardView; modelLink: ModelLink }) {
  const placeOf = placeByList(view);
  const alike = (row: BoardRow) => view.rows.filter((other) => rowName(other) === rowName(row)).length > 1;
  return (
    <Scroll label="All runs">
      <table class="runs cards">
        <caption>
          {view.rows.length} runs on {view.benchmark} in {view.harness}, cheapest per solved task first.{' '}
          {view.pairs !== null &&
            'The last column compares one run of each model, at high effort or the nearest to it.'}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="needs-script no-print">
              Pin
            </th>
            <th scope="col">Model and effort</th>
            {figures.map(({ head, about }) => (
              <th key={head} scope="col" class="num">
                {head}
                <Below text={about} />
              </th>
            ))}
            <th scope="col">Place by list price, and measured</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <Run key={row.key} {...{ row, view, modelLink }} places={placeOf(row)} isAlike={alike(row)} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

type Places = ReturnType<ReturnType<typeof placeByList>>;

interface RunProps {
  row: BoardRow;
  view: BoardView;
  modelLink: ModelLink;
  places: Places;
  /** Whether another row has the same name. */
  isAlike: boolean;
}

function Run({ row, view, modelLink, places, isAlike }: RunProps) {
  const link = row.modelId === null ? null : modelLink(row.modelId);
  const told = row.config ?? row.on;
  const details = [row.effort === null ? '' : `${row.effort} effort`, isAlike ? told : ''];
  const detail = details.filter((part) => part !== '').join(', ');
  const pin = `Pin ${rowName(row)}${isAlike ? `, ${told}` : ''}`;
  return (
    <tr data-key={row.key} data-provider={providerKey(row.provider)} data-solved={row.successRate}>
      <td class="needs-script no-print pin" data-label="Pin">
        <input type="checkbox" data-pin={row.key} aria-label={pin} />
      </td>
      <th scope="row">
        <Swatch style={styleOf(row, view)} /> {link === null ? row.name : <a href={link}>{row.name}</a>}
        {detail !== '' && (
          <>
            {' '}
            <span class="unit">{detail}</span>
          </>
        )}
        <Below text={row.note} />
        {row.onFront && (
          <>
            {' '}
            <span class="tag">front</span>
          </>
        )}
      </th>
      {figures.map(({ head, of, below }) => (
        <td key={head} class="num" data-label={head}>
          {of(row)}
          <Below text={below?.(row)} />
        </td>
      ))}
      <td data-label="Places">
        <PlacesInWords places={places} />
      </td>
    </tr>
  );
}

/** The two places; tagged if they are at least a third of the models apart. */
function PlacesInWords({ places }: { places: Places }) {
  if (places === null) return <>–</>;
  const { list, measured, of } = places;
  const far = Math.abs(list - measured) * 3 >= of;
  const tag = measured > list ? 'costlier than it looks' : 'cheaper than it looks';
  return (
    <>
      {ordinal(list)}, {ordinal(measured)} of {of}
      {far && (
        <>
          {' '}
          <span class="tag">{tag}</span>
        </>
      )}
    </>
  );
}
