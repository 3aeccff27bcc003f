/** `agent-cost price enrich`: what each call cost, written into the spans of an OpenTelemetry file. */
import { createReadStream } from 'node:fs';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { openInput } from '../../io/input-file.ts';
import { checkOutputs, filesNamed } from '../../io/named-files.ts';
import { openOutput } from '../../io/output-file.ts';
import { isObject } from '../../logs/fields/values.ts';
import { textBlocks } from '../../logs/input/text-blocks.ts';
import { type Enriched, enrichRequest } from '../../logs/span-cost.ts';
import { type CatalogOptions, catalogFiles, openPrices } from '../catalog-options.ts';
import { unfit } from '../log-files.ts';
import { printError } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
The file is OTLP JSON: one request on each line, as the file exporter of the Collector writes them, or one document.
Each span of a model call gets gen_ai.usage.cost.amount, .currency and .source (the names proposed for OpenTelemetry) and
our own: agent_cost.cost.input and so on, agent_cost.model, agent_cost.price.on. An amount that is there already stays,
and ours is agent_cost.cost.amount. A call without a price gets agent_cost.unpriced with the reason and no amount.

Examples:
  agent-cost price enrich traces.json --out traces-with-cost.json
  zcat traces.jsonl.gz | agent-cost price enrich - > with-cost.jsonl
${plainExitCodes}`;

interface Options extends CatalogOptions {
  out?: string;
}

export const enrichCommand = () =>
  command('enrich')
    .summary('OpenTelemetry traces with what each call cost')
    .description('Writes what each model call cost into the spans of an OpenTelemetry file.')
    .argument('<file>', 'OTLP JSON, gzipped or not, or - for standard input')
    .option('--out <file>', 'write to this file instead of standard output')
    .prices()
    .addHelpText('after', epilogue)
    .action(enrich);

async function enrich(file: string, { out, ...prices }: Options): Promise<void> {
  const traces = { name: 'the traces', path: file === '-' ? 0 : file } as const;
  checkOutputs(filesNamed({ '--out': out }), [traces, ...catalogFiles(prices)]);
  const { catalog } = openPrices(prices);
  const name = file === '-' ? 'standard input' : file;
  const output = out === undefined ? null : openOutput(out, { option: '--out' });
  const total = { calls: 0, unpriced: 0, unread: 0 };
  try {
    for await (const line of lines(file, name)) {
      const { text, found } = enriched(catalog, line);
      if (found === null) total.unread += 1;
      total.calls += found?.calls ?? 0;
      total.unpriced += found?.unpriced ?? 0;
      if (output === null) process.stdout.write(text);
      else output.write(text);
    }
    if (total.calls === 0)
      throw new WrongUse(`${name} has no span of a model call: gen_ai.usage.* or llm.token_count.*.`);
    output?.end();
  } finally {
    output?.drop();
  }
  printError([
    `${whole(total.calls)} calls; ${total.unpriced === 0 ? 'all have a price' : `${whole(total.unpriced)} without a price`}.`,
    ...(total.unread === 0
      ? []
      : [`${whole(total.unread)} lines are not JSON that can be written again, and are as they were.`]),
  ]);
}

/** Lines with their line breaks; a document over several lines is one of them. */
async function* lines(file: string, name: string): AsyncGenerator<string> {
  const chunks = file === '-' ? process.stdin : createReadStream(file, { fd: opened(file) });
  const decoder = new TextDecoder();
  let document = '';
  let isDocument: boolean | undefined;
  for await (const block of textBlocks(chunks)) {
    if ('damage' in block) throw new Error(`${name}: ${block.damage}`);
    if ('fault' in block) throw new Error(`${name}: ${block.fault}`);
    if ('piece' in block) throw new WrongUse(`${name} is a JSON list; OTLP JSON is an object with resourceSpans.`);
    const text = decoder.decode(block.lines);
    isDocument ??= startsDocument(firstLine(text), name);
    if (isDocument) document += text;
    else yield* text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    if (document.length > longestDocument)
      throw new WrongUse(`${name} is one document longer than 256 MiB: write one request a line.`);
  }
  if (document !== '') {
    if (!document.includes('"resourceSpans"')) throw notTraces(name);
    yield document;
  }
}

/**
 * Whether a first line is that of a document over several lines.
 * @throws WrongUse if it cannot be of OTLP JSON, before any of it is written again
 */
function startsDocument(first: string, name: string): boolean {
  const value = parsed(first);
  if (!first.trimStart().startsWith('{')) throw notTraces(name);
  if (value === undefined) return true;
  if (
    !isObject(value) ||
    !['resourceSpans', 'resourceMetrics', 'resourceLogs'].some((key) => Object.hasOwn(value, key))
  )
    throw notTraces(name);
  return false;
}

const notTraces = (name: string): WrongUse =>
  new WrongUse(`${name} is not OTLP JSON: an object with resourceSpans, or one on each line.`);

/** @throws WrongUse */
function opened(file: string): number {
  try {
    return openInput(file);
  } catch (error) {
    throw unfit(file, error);
  }
}

const longestDocument = 256 * 2 ** 20;

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? '';

/** A line with the cost of its calls; `found` null: it stays as it is, since it could not be written again unchanged. */
function enriched(catalog: Catalog, line: string): { text: string; found: Enriched | null } {
  const none = { calls: 0, unpriced: 0 };
  if (line.trim() === '' || !line.includes('"resourceSpans"')) return { text: line, found: none };
  const request = parsed(line);
  if (!isObject(request)) return { text: line, found: null };
  const found = enrichRequest(catalog, request);
  if (found.calls === 0) return { text: line, found };
  return { text: `${JSON.stringify(request, null, /\n\s+"/.test(line) ? 2 : 0)}\n`, found };
}

/** The value; undefined: it is not JSON, or has whole numbers that JavaScript would change. */
function parsed(text: string): unknown {
  try {
    let isExact = true;
    const value = JSON.parse(text, (_, one) => {
      if (typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one)) isExact = false;
      return one;
    });
    return isExact ? value : undefined;
  } catch {
    return undefined;
  }
}
