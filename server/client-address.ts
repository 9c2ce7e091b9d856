import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/**
 * The address a request comes from: the peer's, unless that is a trusted proxy; then the right-most entry of
 * X-Forwarded-For that is not one. Anybody else's X-Forwarded-For is ignored, so it resets no limit.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (context: Context) => string {
  const isTrusted = trustCheck(trustedProxies);
  return (context) => {
    const peer = peerOf(context);
    if (!isTrusted(peer)) return peer;
    const chain = (context.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((entry) => normalize(entry.trim()))
      .filter((entry): entry is string => entry !== null);
    return chain.reverse().find((entry) => !isTrusted(entry)) ?? peer;
  };
}

/**
 * The host name that was asked for: a trusted proxy's X-Forwarded-Host, for proxies that call us by another name, else
 * the request's own. Anybody else's X-Forwarded-Host is ignored.
 */
export function hostNameReader(trustedProxies: readonly string[]): (context: Context) => string {
  const isTrusted = trustCheck(trustedProxies);
  return (context) => {
    // Of several, the first proxy's: the one people reach.
    const forwarded = `http://${context.req.header("x-forwarded-host")?.split(",")[0]?.trim() ?? ""}`;
    const address = URL.canParse(forwarded) && isTrusted(peerOf(context)) ? forwarded : context.req.url;
    return new URL(address).hostname;
  };
}

/**
 * What limits count an address by: itself, or of IPv6 the network of 64 bits, which is what a single customer of a
 * provider is given, with more addresses in it than any limit could count.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

function peerOf(context: Context): string {
  try {
    return normalize(getConnInfo(context).remote.address ?? "") ?? "unknown";
  } catch {
    // Requests made inside the process have no socket.
    return "in-process";
  }
}

function normalize(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

function trustCheck(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map((range) =>
    ipaddr.isValidCIDR(range)
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.process(range), ipaddr.process(range).kind() === "ipv4" ? 32 : 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const candidate = ipaddr.process(address);
    return parsed.some(
      ([network, bits]) => candidate.kind() === network.kind() && candidate.match(network, bits),
    );
  };
}
