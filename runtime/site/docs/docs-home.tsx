/** The first page of the docs: a first request, and every route. */

import { documents } from '../../api/routes/documents.ts';
import { basePath, routes } from '../../api/routes.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { Table, wide } from '../components/table.tsx';
import type { Heading } from './docs-page.tsx';

/** An example request for some routes; the base address is set once above the list. */
const samples: Record<string, string> = {
  models: '/models?provider=anthropic&tier=mid',
  model: '/models/claude-sonnet-4-6',
  estimate: '/estimate?presetId=coding&compare=true',
  board: '/measured/deepswe',
  plan: '/plans/claude-pro',
};

export const homeHeadings: readonly Heading[] = [
  { depth: 2, id: 'try', text: 'Try it' },
  { depth: 2, id: 'routes', text: 'Routes' },
];

/** A file that answers the route on any host: each query has its own file. */
const files: Record<string, string> = {
  models: 'models/by-provider/anthropic/by-tier/mid.json',
  model: 'models/claude-sonnet-4-6.json',
  estimate: 'estimate/compare/coding.json',
  advice: 'advice/coding/claude-sonnet-4-6.json',
  board: 'measured/deepswe.json',
  plan: 'plans/claude-pro.json',
};

const firstRequest = `BASE=http://127.0.0.1:8787${basePath}   # where this site is served from
curl -s $BASE/estimate -H 'Content-Type: application/json' \\
  -d '{"presetId":"coding","modelId":"claude-sonnet-4-6","tasksPerMonth":500,"retryRatePct":10}'`;

/** @param root of the links: `../` in docs/, '' at the root of the site */
export const DocsHome = ({ root }: { root: string }) => {
  const api = root + basePath.slice(1);
  const docs = `${root}docs/`;
  return (
    <>
      <h1>Docs</h1>
      <p>
        A static API and a tiny runtime: every read is a file that any host can serve; a small server computes estimates
        with your own values. Every page here works from any host, and from a folder on disk.
      </p>
      <h2 id="try">Try it</h2>
      <p>A coding agent on Claude Sonnet 4.6, 500 tasks a month, with every tenth call retried:</p>
      <Code>{firstRequest}</Code>
      <p>
        In code: <a href={`${docs}library.html`}>the library</a>. What the numbers mean:{' '}
        <a href={`${docs}cost-model.html`}>the cost model</a>. Every field of every answer:{' '}
        <a href={`${docs}api.html`}>the API</a>.
      </p>
      <h2 id="routes">Routes</h2>
      <p>
        Every answer is JSON: <code>{'{"data", "meta"}'}</code>, or <code>{'{"error": {"code", "message"}}'}</code>. The
        machine-readable description is <a href={`${api}/openapi.json`}>OpenAPI 3.0.3</a>; each GET is also a static
        file, which the links open.
      </p>
      <Table
        label="Routes"
        caption={
          <>
            Below <code>{basePath}</code>
          </>
        }
        columns={['Route', ...wide('Answer', 'Try')]}
        rows={[
          ...routes.map(({ id, path, operations, summary, description }) => {
            const file = lookUp(files, id) ?? `${id}.json`;
            return {
              key: id,
              cells: [
                <>
                  <code>GET {path}</code>
                  {operations.post && (
                    <>
                      <br />
                      <code>POST {path}</code>
                    </>
                  )}
                </>,
                `${summary}. ${description}`,
                <>
                  <a href={`${api}/${file}`}>{file}</a>
                  <br />
                  <code>{`curl -s "$BASE${lookUp(samples, id) ?? path}"`}</code>
                </>,
              ],
            };
          }),
          ...documents.map(({ path, summary, description }) => ({
            key: path,
            cells: [
              <code key="route">GET {path}</code>,
              `${summary}. ${description}`,
              <a key="try" href={api + path}>
                {path.slice(1)}
              </a>,
            ],
          })),
        ]}
      />
    </>
  );
};

/** Code in lines, which scrolls by keyboard too. */
export const Code = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be focusable to scroll by keyboard
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
);
