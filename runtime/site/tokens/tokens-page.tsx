/** Tokens to dollars: what one call cost, from the `usage` object of an SDK. The script draws the calculator. */
import { layout } from '../layout.tsx';
import type { SiteContext } from '../site-context.ts';

export const tokensPage = (site: SiteContext): string =>
  layout({
    site,
    path: 'tokens.html',
    title: 'Tokens to dollars',
    description:
      'Paste token counts or the usage object of an OpenAI, Anthropic, Google or Bedrock response and see its price, line by line.',
    nav: 'tokens',
    styles: ['tokens'],
    scripts: ['data', 'tokens'],
    closed: true,
    main: (
      <>
        <h1>Tokens to dollars</h1>
        <p class="lead">
          What did one call cost? Paste the <code>usage</code> object of its response, or type its counts. Nothing you
          paste leaves this page.
        </p>
        <div id="tokens">
          <p>
            This calculator needs JavaScript. Without it: price = fresh input × input price + cached input × cached
            price + cache writes × write price + output × output price, each per million tokens.{' '}
            <a href="models.html">The prices of every model</a>, or use the command line:{' '}
            <code>agent-cost price gpt-4o --input 1000 --output 200</code>.
          </p>
        </div>
        <p class="small">
          In a program: <a href="docs/library.html#usage-of-every-sdk">the usage object of every SDK, priced in code</a>
          .
        </p>
      </>
    ),
  });
