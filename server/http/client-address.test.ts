import fc from "fast-check";
import { Hono } from "hono";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import {
  createClientAddressReader,
  createHostNameReader,
  toNetworkGroup,
  toNetworkPrefix,
  toSitePrefix,
} from "./client-address.ts";

// Mimics the environment in which the Node adapter passes the socket.
const createSocketEnv = (peer: string) => ({
  incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: "IPv4" } },
});

async function readAddress(peer: string, forwarded: string | undefined, trusted: string[]): Promise<string> {
  const readClientAddress = createClientAddressReader(trusted);
  const app = new Hono().get("/", (context) => context.text(readClientAddress(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-for": forwarded } : {};
  const response = await app.request("/", { headers }, createSocketEnv(peer));
  return response.text();
}

test("ignores X-Forwarded-For without trusted proxies", async () => {
  expect(await readAddress("203.0.113.9", "198.51.100.1", [])).toBe("203.0.113.9");
});

test("uses the last untrusted entry from a trusted proxy", async () => {
  expect(await readAddress("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", ["10.0.0.0/8"])).toBe(
    "198.51.100.1",
  );
});

test("ignores X-Forwarded-For from an untrusted peer", async () => {
  expect(await readAddress("203.0.113.9", "198.51.100.1", ["10.0.0.0/8"])).toBe("203.0.113.9");
});

test("treats an IPv4-mapped IPv6 address as the IPv4 address", async () => {
  expect(await readAddress("::ffff:203.0.113.9", undefined, [])).toBe("203.0.113.9");
  expect(await readAddress("::ffff:10.0.0.1", "198.51.100.1", ["10.0.0.1"])).toBe("198.51.100.1");
});

test.each([
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["6.6.6.6,203.0.113.9", "203.0.113.9"],
])("reads the X-Forwarded-For entry %s as %s", async (entry, address) => {
  expect(await readAddress("10.0.0.1", entry, ["10.0.0.1"])).toBe(address);
});

test.each([
  "not-an-address, ",
  "6.6.6.6, unknown",
  "6.6.6.6, unix:",
  "6.6.6.6, ::::",
  "6.6.6.6, 203.0.113.900",
  ",,",
])("returns the proxy's address for the header “%s”, because entries before an invalid one may be forged", async (forwarded) => {
  expect(await readAddress("10.0.0.1", forwarded, ["10.0.0.1"])).toBe("10.0.0.1");
});

test("returns the peer's address if every entry is a trusted proxy", async () => {
  expect(await readAddress("10.0.0.1", "10.1.1.1, 10.2.2.2", ["10.0.0.0/8"])).toBe("10.0.0.1");
});

test("trusts proxies by IPv6 range", async () => {
  expect(await readAddress("2001:db8:1::5", "203.0.113.9", ["2001:db8:1::/48"])).toBe("203.0.113.9");
  expect(await readAddress("2001:db8:2::5", "203.0.113.9", ["2001:db8:1::/48"])).toBe("2001:db8:2::5");
});

test("ignores any X-Forwarded-For from an untrusted peer, and never returns an empty address", async () => {
  // Header values are limited to printable ASCII by the HTTP parser.
  const headerValue = fc.string({ unit: "grapheme-ascii", maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(headerValue, async (forwarded) => {
      expect(await readAddress("203.0.113.9", forwarded, ["10.0.0.0/8"])).toBe("203.0.113.9");
      expect(ipaddr.isValid(await readAddress("10.0.0.1", forwarded, ["10.0.0.0/8"]))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("leaves account ids and email addresses unchanged, so that they can also be rate limit keys", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.emailAddress()), (subject) => {
      expect(toNetworkPrefix(subject)).toBe(subject);
    }),
  );
});

test("counts all addresses of an IPv6 network as one, and every other address separately", () => {
  expect(toNetworkPrefix("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(toNetworkPrefix("2001:db8:1:2::1")).toBe(toNetworkPrefix("2001:db8:1:2:ffff::9"));
  expect(toNetworkPrefix("2001:db8:1:3::1")).not.toBe(toNetworkPrefix("2001:db8:1:2::1"));
  expect(toNetworkPrefix("203.0.113.9")).toBe("203.0.113.9");
  // The address of an IPv4 client, if the server listens on "::".
  expect(toNetworkPrefix("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(toNetworkPrefix("in-process")).toBe("in-process");
});

test.each([
  ["10.0.0.1", "portal.firm.example", "portal.firm.example"],
  ["10.0.0.1", "portal.firm.example:8443, inner.firm.example", "portal.firm.example"],
  ["10.0.0.1", undefined, "backend"],
  ["10.0.0.1", "not a host", "backend"],
  ["203.0.113.9", "portal.firm.example", "backend"],
])("with peer %s and X-Forwarded-Host %s, returns %s", async (peer, forwarded, hostName) => {
  const readHostName = createHostNameReader(["10.0.0.1"]);
  const app = new Hono().get("/", (context) => context.text(readHostName(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-host": forwarded } : {};
  const response = await app.request("http://backend/", { headers }, createSocketEnv(peer));
  expect(await response.text()).toBe(hostName);
});

test.each([
  ["198.51.100.7", "198.51.100.0/24"],
  ["::ffff:198.51.100.7", "198.51.100.0/24"],
  ["2001:db8:ffff:1::1", "2001:db8::/32"],
  ["2001:db9::1", "2001:db9::/32"],
  ["unknown", "unknown"],
])("%s belongs to the group %s", (address, group) => {
  expect(toNetworkGroup(address)).toBe(group);
});

test("counts the addresses of a /48 network of IPv6 as one site, and no IPv4 address", () => {
  expect(toSitePrefix("2001:db8:1:ffff::1")).toBe("2001:db8:1::/48");
  expect(toSitePrefix("2001:db8:1::2")).toBe("2001:db8:1::/48");
  expect(toSitePrefix("2001:db8:2::1")).toBe("2001:db8:2::/48");
  expect([
    toSitePrefix("198.51.100.7"),
    toSitePrefix("::ffff:198.51.100.7"),
    toSitePrefix("unknown"),
  ]).toEqual([null, null, null]);
});
