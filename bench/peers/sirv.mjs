/** sirv in its production mode: it lists the directory once and streams from disk. */
import { createServer } from 'node:http';
import sirv from 'sirv';

const [, , dir, port] = process.argv;
const serve = sirv(dir, { etag: true, gzip: true, brotli: true });
createServer((request, response) => serve(request, response)).listen(Number(port), '127.0.0.1');
