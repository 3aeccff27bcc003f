/** Whose address a request is counted under. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { networkOf } from '../http/address.ts';

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
  const ranges = text.split(',').map((part) => rangeOf(part.trim()));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
}

/** A CIDR range; a single address is a range of one. */
function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The client's address as it is counted: IPv4 whole, IPv6 cut to its /64, IPv4 in IPv6 as IPv4. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  if (trust === trustNobody || forwarded === undefined) return peer.includes(':') ? counted(peer) : peer;
  // The last address was added by the nearest proxy. Walk back as long as the speaker is trusted.
  const hops = [
    peer,
    ...(forwarded as string)
      .split(',')
      .reverse()
      .map((part) => part.trim()),
  ];
  let hop = 0;
  while (hop < hops.length - 1 && trust(hops[hop] as string, hop)) hop++;
  return counted(hops[hop] as string);
}

function counted(address: string): string {
  if (!address.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(address) ? address : 'unknown';
  if (!ipaddr.IPv6.isValid(address)) return 'unknown';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return networkOf(parsed.toNormalizedString());
}
