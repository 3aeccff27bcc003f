/** serve-handler from disk, set up as in its documentation, with the etag that makes answers comparable. */
import { createServer } from 'node:http';
import serveHandler from 'serve-handler';

const [, , dir, port] = process.argv;
createServer((request, response) => serveHandler(request, response, { public: dir, etag: true })).listen(
  Number(port),
  '127.0.0.1',
);
