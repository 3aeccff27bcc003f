/** `agent-cost verify diff`: what changed between two snapshots. */
import { exitCodes } from '../../audit/exit-codes.ts';
import type { CatalogDiff, Change } from '../../core/answers/catalog-diff.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Cell, markdownTable } from '../../core/values/text-table.ts';
import { Progress } from '../../io/progress.ts';
import { print, printJson, table } from '../output.ts';
import { command, numberOf, orFailure } from '../program.ts';

const epilogue = `
A and B are archives or directories. All their files are checked against SHA256SUMS, and the data against its schemas;
the signatures are not checked.

  agent-cost verify diff agent-cost-2026-11-11-1d0c7acb.tar.gz agent-cost-2026-12-02-77aa01fe.tar.gz
  agent-cost verify diff old/ new/ --markdown --limit 0 > CHANGES.md

Exit codes: 0 nothing differs; 1 something differs; 2 usage error; 10 and above: nothing was compared, because one of
them cannot be used (agent-cost verify --help lists the codes).`;

interface Options {
  limit: number;
  markdown?: true;
  json?: boolean;
}

export const diffCommand = () =>
  command('diff')
    .summary('what changed between two snapshots')
    .description(
      'Prices, offers, models, presets and estimates that differ between two snapshots, the largest change first.',
    )
    .argument('<a>', 'the earlier snapshot: an archive or a directory')
    .argument('<b>', 'the later one')
    .option('--limit <rows>', 'maximum number of rows in each table; 0: all', aLimit, 20)
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON, with every row')
    .addHelpText('after', epilogue)
    .action(diff);

const aLimit = numberOf('a number of rows, such as 50, or 0 for all', /^\d{1,6}$/);

const diff = (a: string, b: string, { json = false, ...options }: Options): Promise<void> =>
  orFailure(json, 'Nothing was compared.', async () => {
    const progress = new Progress(json);
    const { diffCatalogs } = await import('../../core/answers/catalog-diff.ts');
    const side = ({ version, asOf }: Catalog) => ({ datasetVersion: version, pricesAsOf: asOf });
    const [before, after] = await bothAt(a, b, progress);
    const found = diffCatalogs(before, after);
    process.exitCode = Object.values(found).some((rows) => rows.length > 0) ? exitCodes.differs[0] : 0;
    if (json) printJson({ a: side(before), b: side(after), ...found });
    else print(differenceText(found, side(before), side(after), options));
  });

async function bothAt(a: string, b: string, progress: Progress): Promise<[Catalog, Catalog]> {
  const { catalogAt } = await import('../snapshot-catalog.ts');
  try {
    return [await catalogAt(a, progress.show), await catalogAt(b, progress.show)];
  } finally {
    progress.end();
  }
}

type Side = { datasetVersion: string; pricesAsOf: string };

function differenceText(
  found: CatalogDiff,
  a: Side,
  b: Side,
  { limit, markdown }: Pick<Options, 'limit' | 'markdown'>,
): string[] {
  const title = `${a.datasetVersion} (prices of ${a.pricesAsOf}) to ${b.datasetVersion} (prices of ${b.pricesAsOf})`;
  const header = ['of', 'what', 'before', 'after', 'change %'];
  const row = ({ of, what, before, after, changePct }: Change): Cell[] => [of, what, before, after, changePct];
  const history = found.history.map(({ model, from, what, before, after, changePct }): Cell[] => {
    return [model, `${what} from ${from ?? 'release'}`, before || null, after, changePct];
  });
  const tables: [string, Cell[][]][] = [
    ['Prices in force, USD per 1,000,000 tokens', found.prices.map(row)],
    ['Price records', history],
    ['Offers of other hosts', found.offers.map(row)],
    ['Models', found.models.map(row)],
    ['Presets', found.presets.map(row)],
    ['Estimates, USD per task', found.estimates.map(row)],
  ];
  const parts = tables
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([name, rows]) => {
      const shown = limit === 0 ? rows : rows.slice(0, limit);
      const more = rows.length > shown.length ? ['', `${rows.length - shown.length} more; --limit 0 shows all.`] : [];
      const lines = markdown ? markdownTable(header, shown).split('\n') : table(header, shown);
      return ['', `${markdown ? '## ' : ''}${name}: ${rows.length}`, '', ...lines, ...more];
    });
  return [`${markdown ? '# ' : ''}${title}`, ...(parts.length > 0 ? parts : ['', 'Nothing differs.'])];
}
