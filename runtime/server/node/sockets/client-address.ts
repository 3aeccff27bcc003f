/** Finds the address a request is counted under. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import { networkOf } from '../../rate-limit/rate-limit.ts';

/** Whether the address that is `hop` steps away (0: the peer) may speak for the one before it. */
export type Trust = (address: string, hop: number) => boolean;

export const trustNobody: Trust = () => false;

/**
 * TRUST_PROXY: the number of proxies in front, or their addresses as a comma-separated list of CIDR ranges.
 * Throws on anything else.
 */
export function parseTrust(text: string): Trust {
  if (text === '' || text === '0') return trustNobody;
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text);
  const ranges = new BlockList();
  for (const part of text.split(',')) addRange(ranges, part.trim());
  return (address) => {
    const plain = canonical(address);
    return plain !== null && ranges.check(plain, familyOf(plain));
  };
}

/** Adds a CIDR range; a single address is a range of one. */
function addRange(ranges: BlockList, text: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  const plain = bits === undefined ? canonical(address) : address;
  if (plain === null || isIP(plain) === 0) throw new Error(`${text} is not a CIDR range`);
  if (bits === undefined) ranges.addAddress(plain, familyOf(plain));
  else ranges.addSubnet(plain, Number(bits), familyOf(plain));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** The canonical spelling of an address, without a zone; IPv4 in IPv6 as IPv4. null: not an address. */
function canonical(address: string): string | null {
  if (isIPv4(address)) return address;
  const [unzoned = ''] = address.split('%', 1);
  if (isIP(unzoned) === 0) return null;
  const plain = new SocketAddress({ address: unzoned, family: 'ipv6' }).address;
  return /^::ffff:[\d.]+$/.test(plain) ? plain.slice('::ffff:'.length) : plain;
}

/** The client's address in the form it is counted: IPv4 whole, IPv6 cut to its /64, IPv4 in IPv6 as IPv4. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  if (trust === trustNobody || forwarded === undefined) return peer.includes(':') ? counted(peer) : peer;
  // The last address was added by the nearest proxy. Walk back as long as the hop is trusted.
  const hops = [
    peer,
    ...(forwarded as string)
      .split(',')
      .reverse()
      .map((part) => addressOfHop(part.trim())),
  ];
  let hop = 0;
  while (hop < hops.length - 1 && trust(hops[hop] as string, hop)) hop++;
  return counted(hops[hop] as string);
}

/**
 * The address of a hop. Some proxies add the port, and quotes or brackets with it: `203.0.113.7:5678`,
 * `[2001:db8::1]:443`, `"[2001:db8::1]"`.
 */
function addressOfHop(hop: string): string {
  const [, bracketed, plain] = /^"?(?:\[([^[\]]*)\](?::\d+)?|([^:"]*):\d+|)"?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop.replace(/^"(.*)"$/, '$1');
}

function counted(address: string): string {
  const plain = canonical(address);
  return plain === null ? 'unknown' : networkOf(plain);
}

/** What a peer's connections are counted under: its IPv4 address, or the /64 of its IPv6 address. */
export const networkOfPeer = (peer: string): string => (peer.includes(':') ? counted(peer) : peer);
