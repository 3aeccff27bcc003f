/** A load generator for machines without wrk: keep-alive connections, each with the next request once answered. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const { requests, connections, fill, port, seconds, first } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const started = performance.now();
const deadline = started + seconds * 1000;
let n = first;
let answered = 0;
let failures = 0;
let open = connections;

function nextRequest() {
  n++;
  const [before, after = ''] = requests[n % requests.length];
  if (fill === undefined) return before;
  return before + (fill === 'number' ? n : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`) + after;
}

function client() {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let received = '';
  const send = () => socket.write(nextRequest(), 'latin1');
  socket.setEncoding('latin1');
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    received += chunk;
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const status = Number(received.slice(9, 12));
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head + 2))?.[1]);
    if (Number.isNaN(length)) throw new Error(`no Content-Length: ${received.slice(0, head)}`);
    if (received.length < head + 4 + length) return;
    received = received.slice(head + 4 + length);
    answered++;
    if (status < 200 || status > 399) failures++;
    if (performance.now() < deadline) send();
    else socket.end();
  });
  socket.on('error', () => failures++);
  socket.on('close', () => {
    if (--open > 0) return;
    console.log(JSON.stringify({ requests: answered, seconds: (performance.now() - started) / 1000, failures }));
  });
}

for (let i = 0; i < connections; i++) client();
