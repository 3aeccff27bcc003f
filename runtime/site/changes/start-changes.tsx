/** The reader's own models on the page of changes: kept in this browser and in the link, each with what comes next. */
import { render } from 'preact';
import { announce, byId, keepInAddress, today } from '../browser.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Dated } from '../components/facts.tsx';
import { keepModels, myModels } from '../my-models.ts';

const next = new Map<string, { on: string; what: string }[]>(
  Object.entries(JSON.parse(byId('next-changes').textContent ?? '')),
);
const adding = byId<HTMLSelectElement>('add-model');
const onlyMine = byId<HTMLInputElement>('only-mine');
const names = new Map([...adding.options].map(({ value, text }) => [value, text]));
const lines = [...document.querySelectorAll<HTMLElement>('tr[data-model]')];

let shown: readonly string[] = [];

const linkOf = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `#${new URLSearchParams({ models: ids.join(' ') })}`;

function show(ids: readonly string[]): void {
  shown = ids;
  render(<Mine ids={ids} />, byId('my-models'));
  for (const line of lines) line.hidden = onlyMine.checked && !ids.includes(line.dataset.model ?? '');
  for (const month of document.querySelectorAll<HTMLElement>('main section:has(> h3)'))
    month.hidden = month.querySelector('tr[data-model]:not([hidden])') === null;
}

/** Takes over another list, and keeps it. */
function keep(ids: readonly string[]): void {
  keepModels(ids);
  show(myModels().length === 0 ? ids : myModels());
  saveLink(linkOf(shown));
}

const Mine = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? (
    <p>
      None yet: add the models you use, and this page says what changes next for each, with a feed and a calendar to
      subscribe to.
    </p>
  ) : (
    <>
      <ul class="mine">
        {ids.map((id) => (
          <Model key={id} id={id} />
        ))}
      </ul>
      <p>
        <CopyButton look="button quiet" what="link to these models" text={() => location.href}>
          Copy link to these models
        </CopyButton>
      </p>
    </>
  );

const Model = ({ id }: { id: string }) => {
  const name = names.get(id) ?? id;
  const coming = (next.get(id) ?? []).filter(({ on }) => on > today());
  return (
    <li>
      <a href={`models/${id}.html`}>
        <strong>{name}</strong>
      </a>
      : {coming.length === 0 ? 'nothing is announced.' : <Dated text={coming.map(({ what }) => what).join(' ')} />}{' '}
      <span class="small">
        <a href={`feeds/${id}.atom`} aria-label={`Feed of ${name}`}>
          Feed
        </a>{' '}
        ·{' '}
        <a href={`feeds/${id}.ics`} aria-label={`Calendar of ${name}`}>
          Calendar
        </a>{' '}
        ·{' '}
        <button
          type="button"
          class="button link"
          aria-label={`Remove ${name}`}
          onClick={() => keep(shown.filter((one) => one !== id))}
        >
          Remove
        </button>
      </span>
    </li>
  );
};

adding.addEventListener('change', () => {
  const { value } = adding;
  adding.value = '';
  if (value === '' || shown.includes(value)) return;
  keep([...shown, value]);
  announce(`${names.get(value)} is one of your models.`);
});
onlyMine.addEventListener('change', () => show(shown));

const saveLink = keepInAddress((hash) => {
  const linked = new URLSearchParams(hash.replace(/^#/, ''))
    .get('models')
    ?.split(/[ ,]+/)
    .filter((id) => names.has(id));
  show(linked ?? myModels());
});
