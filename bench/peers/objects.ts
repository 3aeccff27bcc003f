/**
 * The plain way to compare models: an object for each, then JSON.stringify. It makes an
 * object for each row, and its bytes are those of the server, which the bench checks. Bundled before it is started.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { rankingFor } from '../../runtime/core/answers/answer.ts';
import { metaOf } from '../../runtime/core/answers/meta.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { ApiError, success } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';

const [, , datasetFile = '', answerFile = '', port] = process.argv;
const dated = JSON.parse(readFileSync(datasetFile, 'utf8')) as CatalogFile;
const { headers, keepAlive } = JSON.parse(readFileSync(answerFile, 'utf8')) as { headers: string[]; keepAlive: number };
const catalog = catalogFrom(dated);
const meta = JSON.stringify(metaOf(catalog));
const length = headers.findIndex((name) => name.toLowerCase() === 'content-length') + 1;

function rank(body: string): Buffer {
  const question = resolveRequest(catalog, JSON.parse(body) as EstimateRequest);
  if (question instanceof ApiError) throw new Error(question.message);
  return Buffer.from(success(JSON.stringify(rankingFor(question)), meta));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = rank(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, headers.with(length, String(answer.length)));
    response.end(answer);
  });
});
server.keepAliveTimeout = keepAlive * 1000;
server.listen(Number(port), '127.0.0.1');
