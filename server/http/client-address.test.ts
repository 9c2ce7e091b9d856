import { Hono } from "hono";
import { expect, test } from "vitest";
import { createClientAddressReader, createHostNameReader, networkPrefix } from "./client-address.ts";

// The shape in which the Node adapter provides the socket.
const socketFrom = (peer: string) => ({
  incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: "IPv4" } },
});

async function readAddress(peer: string, forwarded: string | undefined, trusted: string[]): Promise<string> {
  const read = createClientAddressReader(trusted);
  const app = new Hono().get("/", (context) => context.text(read(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-for": forwarded } : {};
  const response = await app.request("/", { headers }, socketFrom(peer));
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

test("skips invalid entries in the header", async () => {
  expect(await readAddress("10.0.0.1", "not-an-address, ", ["10.0.0.1"])).toBe("10.0.0.1");
});

test("counts all addresses of an IPv6 network as one, and every other address separately", () => {
  expect(networkPrefix("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkPrefix("2001:db8:1:2::1")).toBe(networkPrefix("2001:db8:1:2:ffff::9"));
  expect(networkPrefix("2001:db8:1:3::1")).not.toBe(networkPrefix("2001:db8:1:2::1"));
  expect(networkPrefix("203.0.113.9")).toBe("203.0.113.9");
  expect(networkPrefix("in-process")).toBe("in-process");
});

test.each([
  ["10.0.0.1", "portal.firm.example", "portal.firm.example"],
  ["10.0.0.1", "portal.firm.example:8443, inner.firm.example", "portal.firm.example"],
  ["10.0.0.1", undefined, "backend"],
  ["10.0.0.1", "not a host", "backend"],
  ["203.0.113.9", "portal.firm.example", "backend"],
])("with peer %s and X-Forwarded-Host %s, returns %s", async (peer, forwarded, hostName) => {
  const read = createHostNameReader(["10.0.0.1"]);
  const app = new Hono().get("/", (context) => context.text(read(context)));
  const headers: HeadersInit = forwarded ? { "x-forwarded-host": forwarded } : {};
  const response = await app.request("http://backend/", { headers }, socketFrom(peer));
  expect(await response.text()).toBe(hostName);
});
