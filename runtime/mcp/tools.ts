/** The tools: the functions of the library under the schemas of the API. */
import { isInput as isChangesInput } from 'virtual:tool-changes';
import { isInput as isEstimateInput } from 'virtual:tool-estimate';
import { isInput as isMeasuredInput } from 'virtual:tool-measured';
import { isInput as isPriceInput } from 'virtual:tool-price';
import { isInput as isRankInput } from 'virtual:tool-rank';
import { isInput as isResolveInput } from 'virtual:tool-resolve';
import type { Change } from '../core/answers/schemas/change-schema.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import type { Board, BoardSummary } from '../core/schemas/board-schemas.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import { describeAll, type Validator } from '../core/schemas/problems.ts';
import { estimate, InvalidRequest, type Options, price, rank, resolve } from '../library/library.ts';
import { readRoute, routeCalled } from './read-route.ts';
import { toolInputs, toolOutputs } from './tool-schemas.ts';
import { changesText, estimateText, measuredText, priceText, rankText, resolveText } from './tool-texts.ts';

type ToolName = keyof typeof toolInputs;

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  /** The answer and its summary; throws InvalidRequest with the API's message. */
  answer(catalog: Catalog, input: unknown): { data: object; text: string };
}

function tool<Input, Data extends object>(
  name: ToolName,
  title: string,
  description: string,
  isInput: Validator,
  run: (input: Input, catalog: Catalog) => Data,
  textOf: (data: Data) => string,
): Tool {
  const answer: Tool['answer'] = (catalog, input) => {
    if (!isInput(input)) throw new InvalidRequest(describeAll(isInput.errors ?? []));
    const data = run(input as Input, catalog);
    return { data, text: textOf(data) };
  };
  return { name, title, description, answer };
}

interface Dated {
  on?: string;
}

const optionsFor = (catalog: Catalog, on: string | undefined): Options => ({
  catalog,
  ...(on !== undefined && { on }),
});

/** The `data` of a GET. */
function answered<Data>(catalog: Catalog, route: string, id?: string): Data {
  const data = readRoute<Data>(catalog, routeCalled(route), id);
  if (data instanceof ApiError) throw new InvalidRequest(data.message, data.code);
  return data;
}

export const tools: readonly Tool[] = [
  tool(
    'price',
    'Price of model calls',
    'What model calls cost at list prices for given token counts, line by line, with the price entry used and its sources. For a call that cannot be priced, usd is null and unpriced says why. The parts of a prompt do not overlap: if the provider counts cached tokens as input, subtract them.',
    isPriceInput,
    ({ calls }: { calls: Call[] }, catalog) => price(calls, { catalog }),
    priceText,
  ),
  tool(
    'estimate',
    'Cost of an agent',
    'What an agent costs per task and per month on one model, how much of it is waste and by what cause, and which routes are cheaper. Start from the preset closest to the work and override the values you know better.',
    isEstimateInput,
    ({ on, ...request }: Omit<EstimateRequest, 'compare'> & Dated, catalog) =>
      estimate(request, optionsFor(catalog, on)),
    estimateText,
  ),
  tool(
    'rank',
    'Every model on the same work',
    'Every model on the same work by cost per task, cheapest first. By list price: each model is assumed to need the same work and to succeed equally often; see the tool measured for what they really did.',
    isRankInput,
    ({ on, top, ...request }: Omit<EstimateRequest, 'compare' | 'modelId'> & Dated & { top?: number }, catalog) => {
      const all = rank(request, optionsFor(catalog, on));
      return { ...all, ranking: all.ranking.slice(0, top) };
    },
    rankText,
  ),
  tool(
    'measured',
    'Measured cost per solved task',
    'What models really did on the same tasks, in dollars per solved task: the boards, or all rows of one. Orders do not carry over from one board to another.',
    isMeasuredInput,
    ({ board }: { board?: string }, catalog) =>
      board === undefined
        ? { boards: answered<BoardSummary[]>(catalog, 'measured') }
        : answered<Board>(catalog, 'board', board),
    measuredText,
  ),
  tool(
    'changes',
    'What changed',
    'Models that were released and prices that changed or are scheduled to, newest first.',
    isChangesInput,
    ({ since = '' }: { since?: string }, catalog) => ({
      changes: answered<Change[]>(catalog, 'changes').filter(({ on }) => on >= since),
    }),
    changesText,
  ),
  tool(
    'resolve',
    'Model behind a name',
    'The model id behind a name as a provider, a gateway or a cloud writes it, such as bedrock/us.anthropic.claude-sonnet-4-6-v1:0. A name that may mean several models, such as sonnet, is not resolved; near then lists them, newest first.',
    isResolveInput,
    ({ name }: { name: string }, catalog) => resolve(name, { catalog }),
    resolveText,
  ),
];

/** The tools as described by tools/list. All of them are read-only. */
export const listedTools = tools.map(({ name, title, description }) => ({
  name,
  title,
  description,
  inputSchema: toolInputs[name],
  outputSchema: toolOutputs[name],
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));
