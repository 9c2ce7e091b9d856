import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientAddressReader, hostNameReader, networkOf } from "./client-address.ts";

// The shape in which the Node adapter passes the socket on.
const socketFrom = (peer: string) => ({
  incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: "IPv4" } },
});

async function addressOf(peer: string, forwarded: string | undefined, trusted: string[]): Promise<string> {
  const read = clientAddressReader(trusted);
  const app = new Hono().get("/", (context) => context.text(read(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-for": forwarded } : {};
  const answer = await app.request("/", { headers }, socketFrom(peer));
  return answer.text();
}

test("without trusted proxies, X-Forwarded-For changes nothing", async () => {
  expect(await addressOf("203.0.113.9", "198.51.100.1", [])).toBe("203.0.113.9");
});

test("a trusted proxy's last foreign entry is the caller", async () => {
  expect(await addressOf("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", ["10.0.0.0/8"])).toBe("198.51.100.1");
});

test("a stranger cannot pass for a proxy's caller", async () => {
  expect(await addressOf("203.0.113.9", "198.51.100.1", ["10.0.0.0/8"])).toBe("203.0.113.9");
});

test("an address in IPv6 clothes is the same address", async () => {
  expect(await addressOf("::ffff:203.0.113.9", undefined, [])).toBe("203.0.113.9");
  expect(await addressOf("::ffff:10.0.0.1", "198.51.100.1", ["10.0.0.1"])).toBe("198.51.100.1");
});

test("nonsense in the header is skipped", async () => {
  expect(await addressOf("10.0.0.1", "not-an-address, ", ["10.0.0.1"])).toBe("10.0.0.1");
});

test("limits count all addresses of one IPv6 network as one, and everything else as itself", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff::9"));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("in-process")).toBe("in-process");
});

test.each([
  ["10.0.0.1", "portal.firm.example", "portal.firm.example"],
  ["10.0.0.1", "portal.firm.example:8443, inner.firm.example", "portal.firm.example"],
  ["10.0.0.1", undefined, "backend"],
  ["10.0.0.1", "not a host", "backend"],
  ["203.0.113.9", "portal.firm.example", "backend"],
])("%s, who says that %s was asked for, leaves it at %s", async (peer, forwarded, hostName) => {
  const read = hostNameReader(["10.0.0.1"]);
  const app = new Hono().get("/", (context) => context.text(read(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-host": forwarded } : {};
  const answer = await app.request("http://backend/", { headers }, socketFrom(peer));
  expect(await answer.text()).toBe(hostName);
});
