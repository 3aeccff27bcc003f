/**
 * The ceiling: `node:http` that sends a recorded answer to every request. With `parse` it first reads and parses the
 * body, which no server can skip for a POST. CommonJS, because it starts faster.
 */
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

const [, , file, port, parse] = process.argv;
const { status, headers, body: encoded, keepAlive } = JSON.parse(readFileSync(file, 'utf8'));
const body = Buffer.from(encoded, 'base64');

function answer(response) {
  response.writeHead(status, headers);
  response.end(body);
}

const answerAtOnce = (_request, response) => answer(response);

function answerAfterParsing(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString('utf8'));
    answer(response);
  });
}

const server = createServer(parse === 'parse' ? answerAfterParsing : answerAtOnce);
server.keepAliveTimeout = keepAlive * 1000;
server.listen(Number(port), '127.0.0.1');
