/** Ways to share an estimate: a link, code that gives the same number, files, paper. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { aboutField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { isBuild, save } from '../browser.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Scroll } from '../components/table.tsx';
import { commandFor, csvFor, curlFor, jsonFor, programFor } from './estimate-exports.ts';
import type { Estimated } from './estimated.ts';
import { labelOf } from './labels.ts';

export const Share = ({ catalog, answered }: { catalog: Catalog; answered: Estimated }) => {
  const { request, estimate } = answered;
  const file = `agent-cost-${estimate.presetId}-${estimate.modelId}`;
  return (
    <div class="no-print">
      <div class="row">
        <CopyButton look="button" what="link" text={() => location.href}>
          Copy link
        </CopyButton>
        <button type="button" class="button quiet" onClick={() => print()}>
          Print
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => save(`${file}.csv`, 'text/csv', csvFor(catalog, estimate))}
        >
          CSV
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => save(`${file}.json`, 'application/json', jsonFor(catalog, request, estimate))}
        >
          JSON
        </button>
      </div>
      <details class="more">
        <summary>Get this number in code</summary>
        {isBuild ? null : (
          <>
            <Snippet name="curl" code={curlFor(request, apiBase())} />
            <Snippet name="Command line" code={commandFor(request)} />
            <Snippet name="TypeScript" code={programFor(request)} />
          </>
        )}
      </details>
    </div>
  );
};

/** Address of the API: next to the page, or, for a page on disk, where `npm start` serves it. */
const apiBase = (): string =>
  location.protocol === 'file:' ? 'http://127.0.0.1:8787/api/v1' : new URL('api/v1', location.href).href;

const Snippet = ({ name, code }: { name: string; code: string }) => (
  <div>
    <div class="row">
      <h3 class="small">{name}</h3>
      <CopyButton look="button link" what={name} text={() => code}>
        Copy
      </CopyButton>
    </div>
    <Scroll label={`Code: ${name}`}>
      <pre>{code}</pre>
    </Scroll>
  </div>
);

/** Every input, for paper, where collapsed boxes cannot be opened. */
export const PrintedInputs = ({ answered: { estimate } }: { answered: Estimated }) => (
  <table class="print-only">
    <caption>Inputs</caption>
    <tbody>
      {workflowFieldNames.map((name) => (
        <tr key={name}>
          <th scope="row">{labelOf(name)}</th>
          <td class="num">
            {String(estimate.workflow[name] ?? '–')} <span class="unit">{aboutField[name].unit}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
