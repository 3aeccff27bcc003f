/**
 * Prices in one process: our bill of a workflow, our whole estimate, and calcPrice of @pydantic/genai-prices on models
 * both know. calcPrice gets the provider and the time, which is its fastest path. Prints nanoseconds per call, one
 * series for each, measured in turns. Bundled before it is started.
 */
import { readFileSync } from 'node:fs';
import { calcPrice } from '@pydantic/genai-prices';
import { answer } from '../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { billFor } from '../../runtime/core/model/bill.ts';
import { acrossBands } from '../../runtime/core/model/used.ts';
import { workOf } from '../../runtime/core/model/work.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';

const [, , datasetFile = '', bodiesFile = '', rounds = '8'] = process.argv;
const dated = JSON.parse(readFileSync(datasetFile, 'utf8')) as CatalogFile;
const catalog = catalogFrom(dated);
const timestamp = new Date(`${catalog.asOf}T02:00:00Z`);

/** Their names for our providers, where they differ. */
const providerIds: Record<string, string> = { amazon: 'aws', moonshot: 'moonshotai', xai: 'x-ai' };

const requests = JSON.parse(readFileSync(bodiesFile, 'utf8')) as EstimateRequest[];
const known = catalog.models.flatMap(({ id, provider }) => {
  const providerId = providerIds[provider.id] ?? provider.id;
  return calcPrice({ input_tokens: 1, output_tokens: 1 }, id, { providerId, timestamp }) ? [{ id, providerId }] : [];
});

/** The same work for both: each request is for a model both know, and its tokens are those of our bill. */
const jobs = requests.map((request, index) => {
  const { id, providerId } = known[index % known.length] as (typeof known)[number];
  const question = resolveRequest(catalog, { ...request, modelId: id });
  if (question instanceof ApiError) throw new Error(question.message);
  const work = workOf(question.preset, question.workflow);
  const { run } = billFor(work, question.model);
  const usage = {
    input_tokens: Math.round(acrossBands(run.bands, 'prompts')),
    cache_read_tokens: Math.round(run.reads),
    output_tokens: Math.round(acrossBands(run.bands, 'output')),
  };
  return { id, preset: question.preset, workflow: question.workflow, question, usage, providerId };
});
type Job = (typeof jobs)[number];

/** The sum of all results, so that the engine cannot optimise a call away. */
let sum = 0;
const contestants: Record<string, (job: Job) => number> = {
  theirs: ({ id, usage, providerId }) => calcPrice(usage, id, { providerId, timestamp })?.total_price ?? Number.NaN,
  again: ({ id, usage, providerId }) => calcPrice(usage, id, { providerId, timestamp })?.total_price ?? Number.NaN,
  bill: ({ id, preset, workflow }) => {
    const model = catalog.find(id);
    return model === undefined ? Number.NaN : billFor(workOf(preset, workflow), model).costPerTask;
  },
  whole: ({ question }) => Object.keys(answer(question)).length,
};

/** Nanoseconds of CPU per call over at least a fifth of a second; other processes on the core do not count. */
function timed(call: (job: Job) => number): number {
  const deadline = performance.now() + 200;
  const before = process.cpuUsage();
  let calls = 0;
  while (performance.now() < deadline) {
    for (const job of jobs) sum += call(job);
    calls += jobs.length;
  }
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / calls;
}

for (const call of Object.values(contestants)) timed(call);
const costs = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, call] of Object.entries(contestants)) costs[name]?.push(timed(call));
}
if (Number.isNaN(sum)) throw new Error('a price is missing');
console.log(JSON.stringify({ costs, models: known.length, jobs: jobs.length }));
