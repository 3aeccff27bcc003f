/** What the picture and the list of models are filtered by: the maker, what is solved on which board, and more. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { tiers } from '../../core/schemas/request-fields.ts';
import { isBuild } from '../browser.ts';
import { ChoiceField, TextField, withField } from '../components/field.tsx';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import type { Asked } from './models-for-work.ts';
import { boardsBySize, measuredOn, usualBoard } from './ranked-models.ts';

export interface Changing {
  list: ListTyped;
  asked: Asked;
  change: (list: ListTyped) => void;
}

const filters = ['maker', 'board', 'solved', 'measuredOnly', 'soldAt', 'tier', 'window'] as const;

const any = { value: '', name: 'any' };

export function Filters({
  catalog,
  answered,
  list,
  asked,
  change,
}: Changing & { catalog: Catalog; answered: Answered }) {
  const { preset } = answered.question;
  const changed = filters.filter((name) => list[name] !== undefined).length;
  const boards = boardsBySize(catalog);
  const kinds = catalog.presets.filter(({ id }) => boards.some(({ domain }) => domain === id));
  const field = (name: keyof ListTyped, usual = '') => ({
    id: `list-${name}`,
    typed: list[name],
    usual,
    wrong: asked.wrong[name],
    onChange: (text: string | undefined) => change(withField(list, name, text)),
  });
  return (
    <details class="more no-print needs-script">
      <summary>Filter by maker, board and more{changed > 0 ? ` (${changed})` : ''}</summary>
      {isBuild ? null : (
        <div class="fields narrow">
          <ChoiceField
            {...field('maker')}
            label="Maker"
            choices={[any, ...catalog.providers.map(({ id, name }) => ({ value: id, name }))]}
          />
          <ChoiceField
            {...field('board', usualBoard(catalog, preset))}
            label="As measured on"
            choices={[
              { value: '', name: 'no board' },
              ...kinds.flatMap(({ id, name }) =>
                boards
                  .filter(({ domain }) => domain === id)
                  .map((board) => ({
                    value: board.id,
                    name: `${board.benchmark}, ${board.harness} (${measuredOn(board)})`,
                    group: name,
                  })),
              ),
            ]}
          />
          <TextField {...field('solved', '0')} label="Solves at least" unit="%" />
          <ChoiceField
            {...field('measuredOnly')}
            label="Measured only"
            choices={[
              { value: '', name: 'no' },
              { value: 'yes', name: 'yes' },
            ]}
          />
          <ChoiceField
            {...field('soldAt')}
            label="Host"
            choices={[
              { value: '', name: 'as in the sentence' },
              ...catalog.offers.hosts.map(({ id, name }) => ({ value: id, name })),
            ]}
          />
          <ChoiceField
            {...field('tier')}
            label="Class"
            choices={[any, ...tiers.map((tier) => ({ value: tier, name: tier }))]}
          />
          <TextField {...field('window')} label="Context at least" unit="tokens" />
        </div>
      )}
    </details>
  );
}
