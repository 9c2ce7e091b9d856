import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/**
 * Returns the client's address: the address of the peer or, if the peer is a trusted proxy, the right-most entry of
 * X-Forwarded-For that is not a trusted proxy. If that entry is not an address, returns the address of the peer, because
 * clients can forge all entries before it. X-Forwarded-For from other peers is ignored, so that it cannot be used to
 * evade rate limits.
 */
export function createClientAddressReader(trustedProxies: readonly string[]): (context: Context) => string {
  const isTrusted = createTrustCheck(trustedProxies);
  return (context) => {
    const peer = getPeerAddress(context);
    if (!isTrusted(peer)) {
      return peer;
    }
    const chain = (context.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => normalize(removePort(entry)));
    return chain.reverse().find((address) => address === null || !isTrusted(address)) ?? peer;
  };
}

/**
 * Returns the requested host name: X-Forwarded-Host if the peer is a trusted proxy, otherwise the Host header of the request.
 * X-Forwarded-Host from other peers is ignored.
 */
export function createHostNameReader(trustedProxies: readonly string[]): (context: Context) => string {
  const isTrusted = createTrustCheck(trustedProxies);
  return (context) => {
    // The first entry comes from the outermost proxy, to which users connect.
    const forwarded = `http://${context.req.header("x-forwarded-host")?.split(",")[0]?.trim() ?? ""}`;
    const address =
      URL.canParse(forwarded) && isTrusted(getPeerAddress(context)) ? forwarded : context.req.url;
    return new URL(address).hostname;
  };
}

/**
 * Returns the rate limit key for an address: an IPv4 address, also if it is mapped to IPv6, or the /64 network of an IPv6
 * address, because providers assign a whole /64 to each customer.
 */
export function toNetworkPrefix(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : formatPrefix(parsed, 64);
}

/**
 * Returns the /48 network of an IPv6 address, because some providers assign one to each customer. Returns null for an IPv4
 * address, also if it is mapped to IPv6.
 */
export function toSitePrefix(address: string): string | null {
  if (!ipaddr.IPv6.isValid(address)) {
    return null;
  }
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? null : formatPrefix(parsed, 48);
}

/**
 * Returns the network group that an address belongs to: the /24 network of an IPv4 address, even if it is mapped to IPv6,
 * or the /32 network of an IPv6 address. One customer of a provider can have many networks, but rarely many groups.
 */
export function toNetworkGroup(address: string): string {
  if (!ipaddr.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? formatPrefix(parsed, 32)
    : `${parsed.octets.slice(0, 3).join(".")}.0/24`;
}

function formatPrefix({ parts }: ipaddr.IPv6, bits: 32 | 48 | 64): string {
  const network = parts.map((part, index) => (index < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(network)}/${bits}`;
}

function getPeerAddress(context: Context): string {
  try {
    return normalize(getConnInfo(context).remote.address ?? "") ?? "unknown";
  } catch {
    // In-process requests have no socket.
    return "in-process";
  }
}

function normalize(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/** Some proxies append the port: "203.0.113.9:4711" or "[2001:db8::1]:4711". */
function removePort(entry: string): string {
  const match = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry);
  return match?.[1] ?? match?.[2] ?? entry;
}

function createTrustCheck(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map((range) =>
    ipaddr.isValidCIDR(range)
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.process(range), ipaddr.process(range).kind() === "ipv4" ? 32 : 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) {
      return false;
    }
    const candidate = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => candidate.kind() === network.kind() && candidate.match(network, bits),
    );
  };
}
