/**
 * A crowd in a process of its own: `node dribble.mjs PORT ADDRESSES CONNECTIONS WHAT`. From each of 127.0.1.1 and the
 * addresses after it, holds so many connections that send a few bytes at a time, for up to 25 seconds each, and opens
 * every one that is closed again. Prints `there` when all have been tried once; runs until it is ended.
 */
import { connect } from 'node:net';

const [port, addresses, connections, what] = process.argv.slice(2);

/** Milliseconds between two pieces that a connection sends, between two attempts for a closed one, and of its whole life. */
const pace = 500;
const again = 250;
const life = 25_000;

const options = 'OPTIONS /api/v1/models HTTP/1.1\r\nHost: x\r\n\r\n';
const part = Math.ceil(options.length / 4);
const kinds = {
  heads: { first: 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nX-Slow: ', next: () => 'x' },
  bodies: {
    first:
      'POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
    next: () => ' ',
  },
  // Each request in four parts: it is answered every two seconds, so that no time limit ends the connection.
  options: { first: '', next: (turn) => options.slice((turn % 4) * part, (turn % 4) * part + part) },
};
const { first, next } = kinds[what];

let tried = 0;

function hold(address) {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: `127.0.1.${address + 1}` });
  let turn = 0;
  let sending;
  const end = setTimeout(() => socket.destroy(), life);
  socket.on('connect', () => {
    socket.write(first);
    // Not all at the same moment.
    sending = setTimeout(
      () => {
        sending = setInterval(() => socket.write(next(turn++)), pace);
      },
      4 * pace * Math.random(),
    );
  });
  socket.on('error', () => {}); // the server may close it
  socket.resume();
  socket.on('close', () => {
    clearTimeout(end);
    clearInterval(sending);
    setTimeout(hold, again, address);
  });
  if (++tried === addresses * connections) console.log('there');
}

for (let i = 0; i < connections; i++) for (let address = 0; address < addresses; address++) hold(address);
