/** Your own log: what recorded calls cost. It is read in the browser and sent nowhere. */
import { markup as html } from '../../runtime/core/api/markup.ts';
import { layout } from './layout.ts';
import type { SiteContext } from './site-context.ts';

export const logPage = (site: SiteContext): string =>
  layout({
    site,
    path: 'log.html',
    title: 'What did my agents cost? Your own log',
    description:
      'Drop a log of model calls on the page: what they cost, by model, session and day. It is read in your browser; nothing is sent anywhere.',
    nav: 'log',
    main: html`<h1>What did my agents cost?</h1>
<p class="lead">A log of your agent's calls, priced call by call. It is read in your browser; the page's policy forbids it to send anything anywhere.</p>
<div id="own-log">
<p>Reading a log needs JavaScript. Without it, the same report is made on a command line: <code>agent-cost report FILE</code>.</p>
</div>`,
  });
