/** Your own log: what recorded calls cost. It is read in the browser and never sent anywhere. */
import { Fragment } from 'preact';
import { formats } from '../../logs/formats/formats.ts';
import { listedNames } from '../components/model-box.tsx';
import { Select } from '../components/select.tsx';
import { DataBlock, layout } from '../layout.tsx';
import type { SiteContext } from '../site-context.ts';

export const logPage = (site: SiteContext): string =>
  layout({
    site,
    path: 'log.html',
    title: 'What did my agents cost? Your own log',
    description:
      'Drop a log of model calls on the page: what they cost, by model, session and day. It is read in your browser; nothing is sent anywhere.',
    nav: 'log',
    styles: ['log'],
    scripts: ['log'],
    closed: true,
    main: (
      <>
        <h1>What did my agents cost?</h1>
        <p class="lead">
          A log of your agent's calls, priced call by call. It is read in your browser; the page's policy blocks it from
          sending anything anywhere.
        </p>
        <p class="js-none">
          Reading a log needs JavaScript. Without it, use the command line: <code>agent-cost report FILE</code>.
        </p>
        <div id="own-log" class="needs-script">
          <DropArea />
          <div id="log-progress" hidden>
            <div class="row">
              <label for="log-bar" id="log-step">
                Reading
              </label>
              <progress id="log-bar" max="100" value="0" />
              <button type="button" class="button quiet" id="log-stop">
                Stop
              </button>
            </div>
          </div>
          <div id="log-report" />
          <Named site={site} />
          <section id="log-workflow" aria-labelledby="log-workflow-name" hidden>
            <h2 id="log-workflow-name">The workflow behind it</h2>
            <p class="measure">
              The same work as fields of the cost model: what to change, and what it would cost with more or fewer
              tasks. What your own calls would cost on another model stands above.
            </p>
            <Select
              id="log-kind"
              label="Kind of work"
              class="log-kind"
              options={site.catalog.presets.map(({ id, name }) => ({ value: id, name }))}
            />
            <div id="log-fitted" aria-live="polite" />
          </section>
        </div>
      </>
    ),
  });

/** The models and hosts that the script offers, by id. */
const Named = ({ site: { catalog } }: { site: SiteContext }) => (
  <>
    <DataBlock id="log-models" data={listedNames(catalog)} />
    <datalist id="log-hosts">
      <option value="">its maker</option>
      {catalog.offers.hosts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </datalist>
  </>
);

const DropArea = () => (
  <div class="drop no-print" id="drop">
    <div class="row">
      <input class="visually-hidden" type="file" id="log-files" multiple />
      <label class="button" for="log-files">
        Choose files
      </label>{' '}
      <input class="visually-hidden" type="file" id="log-folder" {...{ webkitdirectory: true }} />
      <label class="button quiet" for="log-folder">
        Choose a folder
      </label>
    </div>
    <p class="muted">
      or drop them here: Claude Code (<code>~/.claude/projects</code>) and Codex sessions, exports from gateways, traces
      and makers, or any table of calls as CSV or JSON lines, gzipped or not.
    </p>
    <details class="more">
      <summary>All {formats.length} formats, recognised by their content</summary>
      <dl>
        {formats.map(({ name, marks }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{marks}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
    <p>
      <button type="button" class="button link" id="log-example">
        Try it with a small example
      </button>
    </p>
  </div>
);
