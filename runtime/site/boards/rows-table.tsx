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

export function RowsTable({ view, modelLink }: { view: BoardView; modelLink: ModelLink }) {
  const placeOf = placeByList(view);
  const alike = (row: BoardRow) => view.rows.filter((other) => rowName(other) === rowName(row)).length > 1;
  const interval = (
    <>
      <br />
      <span class="unit">95{percentSign} interval</span>
    </>
  );
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
            <th scope="col" class="num">
              Solved
              {interval}
            </th>
            <th scope="col" class="num">
              $ per solved task
              {interval}
            </th>
            <th scope="col" class="num">
              $ per task
            </th>
            <th scope="col" class="num">
              Calls
            </th>
            <th scope="col" class="num">
              List price
              <br />
              <span class="unit">input / output</span>
            </th>
            <th scope="col" class="num">
              Same work
              <br />
              <span class="unit">at list price</span>
            </th>
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
        {row.note !== null && (
          <>
            <br />
            <span class="unit">{row.note}</span>
          </>
        )}
        {row.onFront && (
          <>
            {' '}
            <span class="tag">front</span>
          </>
        )}
      </th>
      <td class="num" data-label="Solved">
        {percent(row.successRate)}
        <br />
        <span class="unit">{successInterval(row)}</span>
      </td>
      <td class="num" data-label="$ per solved task">
        {dollars(row.usdPerSolvedTask)}
        <br />
        <span class="unit">{usdInterval(row)}</span>
      </td>
      <td class="num" data-label="$ per task">
        {dollars(row.usdPerTask)}
        {basisOf(row) !== null && (
          <>
            <br />
            <span class="unit">{basisOf(row)}</span>
          </>
        )}
      </td>
      <td class="num" data-label="Calls">
        {count(row.calls)}
      </td>
      <td class="num" data-label="List price">
        {row.listInput === null ? '–' : `${listPrice(row.listInput)} / ${listPrice(row.listOutput)}`}
      </td>
      <td class="num" data-label="Same work">
        {dollars(row.sameWorkUsdPerTask)}
      </td>
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
