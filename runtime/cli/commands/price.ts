/** `agent-cost price`: what one call costs, line by line, or many calls, one line each; without counts, a price list. */
import isCall from 'virtual:validator/call';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { newestLook } from '../../core/dataset/price-age.ts';
import { priceCall, priceCalls } from '../../core/pricing/price-call.ts';
import { priceListOf } from '../../core/pricing/price-list.ts';
import { billableUnits, byUnit, type UnitCounts } from '../../core/schemas/billable-units.ts';
import { serviceTiers } from '../../core/schemas/levels.ts';
import type { Call, PricedCall, PricedCalls } from '../../core/schemas/priced-call-schemas.ts';
import { describeAll } from '../../core/schemas/problems.ts';
import { csvOf } from '../../core/values/csv.ts';
import { quote } from '../../core/values/did-you-mean.ts';
import { price as exact, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { mostBytes } from '../../io/input-file.ts';
import { ageToday, type CatalogOptions, jsonIn, openPrices, textOf } from '../catalog-options.ts';
import { type FormOptions, printAs, table } from '../output.ts';
import { namesOfSettings, type OwnNames, ownSettings } from '../own-settings.ts';
import { headOf, priceListText, sourceLines } from '../price-text.ts';
import { aDay, command, type OwnCommand, readValue } from '../program.ts';

/** The exit code if there is no price, which is neither success nor failure. */
const unpricedCode = 3;

const counts = billableUnits.map(({ count }) => count);

const epilogue = `
The parts of a prompt do not overlap: --input is what was neither read from the cache nor written to it. If a maker
includes cached tokens in the prompt, as OpenAI does, subtract them.

Without a count it prints what each unit costs: with --json the fields of a priced call, with prices (part, usd, per, unit,
aboveTokens) instead of lines and usd.

Examples:
  agent-cost price claude-sonnet-4-6
  agent-cost price claude-sonnet-4-6 --input 1200 --cached-input 45000 --output 850
  agent-cost price gpt-5.4 --input 10000 --output 2000 --searches 3 --tier batch --on 2026-11-20
  agent-cost price us.anthropic.claude-sonnet-4-6 --input 1000000 --output 100000
  agent-cost price openai/gpt-4o --input 1000000 --json

Many calls: --file takes a JSON array, or one JSON object per line; - is standard input. A call has the fields
model, ${counts.join(', ')}, on, serviceTier, host and region:
  {"model":"gpt-5.4","input":10000,"output":2000,"on":"2026-11-20"}

Exit codes: 0 priced; 1 failure; 2 usage error; ${unpricedCode} unpriced: the answer says why (an unknown model, a part without a price);
74 the output could not be written.`;

interface Options extends CatalogOptions, FormOptions, Omit<Call, 'model' | 'serviceTier'> {
  file?: string;
  tier?: Call['serviceTier'];
}

export const priceCommand = () =>
  command('price')
    .summary('what calls cost')
    .description(
      'What one model call costs, line by line, with the price used, its source and its date; the prices of a model; or many calls from a file.',
    )
    .argument('[model]', 'model id or alias, or its name at a gateway or a cloud')
    .with(countOptions)
    .option('--on <day>', 'day of the call (YYYY-MM-DD, UTC); default that of --as-of', aDay)
    .choice('--tier <tier>', 'terms; default standard', serviceTiers)
    .option('--host <id>', 'host that serves it, such as bedrock, or local: your own machine, $0; default its maker')
    .option(
      '--region <name>',
      "where processing is bound to: us, eu, jp, regional, a cloud's region ...; default the place in the name, else global",
    )
    .option('--file <file>', 'calls to price, instead of a model and its options; - is standard input')
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action(price);

const shortOptions: Partial<Record<keyof UnitCounts, string>> = { input: '-i', output: '-o' };

/** An option for what a call used of each billable unit: `--cache-write-1h <tokens>`. */
function countOptions(to: OwnCommand): void {
  for (const { count, counted, unit } of billableUnits) {
    const short = shortOptions[count];
    const long = `--${count.replace(/[A-Z]|\d+h/g, (part) => `-${part.toLowerCase()}`)} <${unit}>`;
    const text = counted.charAt(0).toLowerCase() + counted.slice(1);
    to.option(short === undefined ? long : `${short}, ${long}`, text, readValue);
  }
}

function price(model: string | undefined, options: Options): void {
  if (options.file !== undefined) priceFile(options.file, model, options);
  else priceOne(model, options);
}

function priceOne(model: string | undefined, options: Options): void {
  const asked = callFrom(model, options);
  const { catalog } = openPrices(options);
  const { call, notes } = ownNamed(namesOfSettings(catalog, ownSettings()), asked);
  if (counts.every((name) => options[name] === undefined)) {
    printList(catalog, call, notes, options);
    return;
  }
  const priced = withNotes(priceCall(catalog, call), notes);
  if (priced.usd === null) process.exitCode = unpricedCode;
  printAs(options, {
    json: () => ({ ...priced, newestLook: newestLook(catalog) }),
    csv: () => csvOf(['part', 'quantity', 'unit', 'rate', 'per', 'usd', 'source'], priced.lines),
    text: () => [...priceText(call, priced), ...(priced.usd === null ? [] : [ageToday(catalog)])],
  });
}

/** A call under the name that the user's own one is taken for, and the note that says so. */
function ownNamed(own: OwnNames, call: Call): { call: Call; notes: string[] } {
  const meant = own.meaning(call.model);
  return meant === null ? { call, notes: [] } : { call: { ...call, model: meant.model }, notes: [meant.note] };
}

const withNotes = <Priced extends { notes: string[] }>(priced: Priced, notes: readonly string[]): Priced => ({
  ...priced,
  notes: [...notes, ...priced.notes],
});

function printList(catalog: Catalog, asked: Call, notes: readonly string[], options: FormOptions): void {
  const list = withNotes(priceListOf(catalog, asked), notes);
  if (list.unpriced !== null) process.exitCode = unpricedCode;
  printAs(options, {
    json: () => ({ ...list, newestLook: newestLook(catalog) }),
    csv: () => csvOf(['part', 'usd', 'per', 'unit', 'aboveTokens'], list.prices),
    text: () => [...priceListText(asked, list), ...(list.unpriced === null ? [ageToday(catalog)] : [])],
  });
}

const ofOneCall = [...counts, 'on', 'tier', 'host', 'region'] as const;

function priceFile(file: string, model: string | undefined, options: Options): void {
  const given = ofOneCall.find((name) => options[name] !== undefined);
  const conflicting = model === undefined ? given : 'a model';
  if (conflicting !== undefined) {
    throw new WrongUse(`--file has complete calls: it cannot be combined with ${conflicting}. Put it into each call.`);
  }
  const calls = readCalls(file);
  const { catalog } = openPrices(options);
  const own = namesOfSettings(catalog, ownSettings());
  const named = calls.map((call) => ownNamed(own, call));
  const asPriced = priceCalls(
    catalog,
    named.map(({ call }) => call),
  );
  const each = asPriced.calls.map((one, index) => withNotes(one, named[index]?.notes ?? []));
  const priced = { ...asPriced, calls: each };
  if (priced.usd === null) process.exitCode = unpricedCode;
  printAs(options, {
    json: () => ({ ...priced, newestLook: newestLook(catalog) }),
    csv: () => csvOf(callColumns, rowsOf(calls, priced)),
    text: () => [...callsText(calls, priced), ...new Set(named.flatMap(({ notes }) => notes)), ageToday(catalog)],
  });
}

/** The fields of a call in CSV: the model as given and as resolved, and the cost. */
const callColumns = [
  'call',
  'asked',
  'model',
  'provider',
  'on',
  'serviceTier',
  'host',
  'region',
  'promptTokens',
  'outputTokens',
  'usd',
  'unpriced',
];

const rowsOf = (calls: readonly Call[], { calls: priced }: PricedCalls): object[] =>
  priced.map((one, index) => ({
    ...one,
    call: index + 1,
    asked: calls[index]?.model,
    outputTokens: calls[index]?.output ?? 0,
  }));

function callsText(
  calls: readonly Call[],
  { usd: total, usdOfPriced, unpriced, calls: priced }: PricedCalls,
): string[] {
  const rows = priced.map((one, index) => [
    index + 1,
    one.model ?? quote(calls[index]?.model ?? ''),
    one.on,
    whole(one.promptTokens),
    whole(calls[index]?.output ?? 0),
    one.usd === null ? 'unpriced' : exact(one.usd),
  ]);
  const reasons = priced.flatMap((one, index) => (one.unpriced === null ? [] : [`  ${index + 1}: ${one.unpriced}`]));
  return [
    ...table(['call', 'model', 'on', 'prompt tokens', 'output', 'cost'], rows),
    '',
    total === null
      ? `No total: ${unpriced} of ${priced.length} calls without a price, the others come to ${exact(usdOfPriced)}`
      : `${priced.length} calls: ${exact(total)}`,
    ...reasons,
  ];
}

/** @throws WrongUse */
function callFrom(model: string | undefined, options: Options): Call {
  if (!model) throw new WrongUse('price needs a model, or --file with calls.');
  const given = ofOneCall.filter((name) => options[name] !== undefined);
  const fields = given.map((name) => [name === 'tier' ? 'serviceTier' : name, options[name]]);
  const call: unknown = { model, ...Object.fromEntries(fields) };
  if (isCall(call)) return call as Call;
  throw new WrongUse(describeAll(isCall.errors ?? []));
}

const labels = byUnit(billableUnits, 'part', ({ label }) => label);

function priceText(call: Call, priced: PricedCall): string[] {
  const { usd: total, unpriced, lines, pricing, notes } = priced;
  const rows = lines.map(({ part, quantity, unit, rate: of, per, usd: cost }) => [
    labels[part],
    whole(quantity),
    of === null ? null : exact(of),
    `${whole(per)} ${unit}`,
    cost === null ? null : exact(cost),
  ]);
  return [
    `${headOf(call.model, total !== null, priced)}: ${total === null ? 'unpriced' : exact(total)}`,
    ...(unpriced === null ? [] : [unpriced]),
    ...(rows.length === 0 ? [] : ['', ...table(['', 'quantity', 'price', 'per', 'cost'], rows), '']),
    ...(pricing === null ? [] : sourceLines(pricing)),
    ...notes.map((note) => `  - ${note}`),
  ];
}

/**
 * @param file a path, or - for standard input
 * @throws WrongUse that names the file, the line or the number of the call, and the field
 */
export function readCalls(file: string): Call[] {
  const name = file === '-' ? 'standard input' : file;
  const problem = (why: string) => `--file: the calls cannot be read (${why}).`;
  const text = textOf(file === '-' ? 0 : file, problem, mostBytes.data).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new WrongUse(`--file: ${name} has no calls.`);
  return text.trimStart().startsWith('[') ? callsOfArray(name, text) : callsOfLines(name, text);
}

function callsOfArray(name: string, text: string): Call[] {
  const calls = jsonIn(text, name) as unknown[];
  if (calls.length === 0) throw new WrongUse(`--file: ${name} has no calls.`);
  return calls.map((call, index) => checked(call, `${name}, call ${index + 1}`));
}

const callsOfLines = (name: string, text: string): Call[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : checked(jsonIn(line, `${name}, line ${index + 1},`), `${name}, line ${index + 1}`),
    );

function checked(call: unknown, where: string): Call {
  if (isCall(call)) return call as Call;
  throw new WrongUse(`${where}: ${describeAll(isCall.errors ?? [])}`);
}
