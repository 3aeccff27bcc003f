/** Whose address a request is counted under. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

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
  return proxyAddr.compile(text.split(',').map((part) => part.trim()));
}

/** The client's address as it is counted: IPv4 whole, IPv6 cut to its /64, IPv4 in IPv6 as IPv4. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (trust === trustNobody || request.headers['x-forwarded-for'] === undefined) return counted(peer);
  return counted(proxyAddr(request, trust));
}

function counted(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return 'unknown';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
