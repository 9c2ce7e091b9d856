import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { serverPort } from "#tests/support/network/server-port.ts";
import { createFeedFetcher, isPublicAddress } from "./fetch-feed.ts";

const CALENDAR = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
const URL_OF_FEED = "https://calendar.example/private.ics?key=1";
const NEW = { etag: null, lastModified: null };
const PUBLIC_ADDRESS = "93.184.215.14";

/** Starts a server that receives the requests to all public addresses, and records these addresses. */
async function createFetcher(
  respond: RequestListener,
  { addresses = { "calendar.example": [PUBLIC_ADDRESS] }, timeoutMs = 10_000 }: FetcherInput = {},
) {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connections: string[] = [];
  const fetchFeed = createFeedFetcher({
    resolve: async (hostname) =>
      (new Map(Object.entries(addresses)).get(hostname) ?? []).map((address) => ({ address, family: 4 })),
    send: ({ url, address, headers, signal }) => {
      connections.push(address.address);
      const path = `${url.pathname}${url.search}`;
      return new Promise((resolve, reject) => {
        const options = { port: serverPort(server), path, headers: { host: url.host, ...headers }, signal };
        request(options, resolve).once("error", reject).end();
      });
    },
    timeoutMs,
  });
  return { fetchFeed, connections };
}

type FetcherInput = { addresses?: Record<string, string[]>; timeoutMs?: number };

test("downloads a calendar from the address that was checked", async () => {
  const requests: string[] = [];
  const { fetchFeed, connections } = await createFetcher((incoming, response) => {
    requests.push(`${incoming.headers.host}${incoming.url} ${incoming.headers["accept-encoding"]}`);
    response
      .setHeader("ETag", '"1"')
      .setHeader("Last-Modified", "Tue, 24 Nov 2026 10:00:00 GMT")
      .end(CALENDAR);
  });
  expect(await fetchFeed(URL_OF_FEED.replace("https", "webcal"), NEW)).toEqual({
    isModified: true,
    text: CALENDAR,
    etag: '"1"',
    lastModified: "Tue, 24 Nov 2026 10:00:00 GMT",
  });
  expect(requests).toEqual(["calendar.example/private.ics?key=1 identity"]);
  expect(connections).toEqual([PUBLIC_ADDRESS]);
});

test("reports that a calendar is unchanged", async () => {
  const { fetchFeed } = await createFetcher((incoming, response) => {
    response.writeHead(incoming.headers["if-none-match"] === '"1"' ? 304 : 200).end();
  });
  expect(await fetchFeed(URL_OF_FEED, { etag: '"1"', lastModified: null })).toEqual({ isModified: false });
});

test("follows up to three redirects, and checks the address of each", async () => {
  let hops = 0;
  const { fetchFeed, connections } = await createFetcher(
    (_incoming, response) => {
      hops += 1;
      if (hops <= 3) {
        response.writeHead(302, { location: `https://hop${hops}.example/` }).end();
      } else {
        response.end(CALENDAR);
      }
    },
    {
      addresses: {
        "calendar.example": [PUBLIC_ADDRESS],
        "hop1.example": ["1.1.1.1"],
        "hop2.example": ["1.1.1.2"],
        "hop3.example": ["1.1.1.3"],
      },
    },
  );
  expect(await fetchFeed(URL_OF_FEED, NEW)).toMatchObject({ text: CALENDAR });
  expect(connections).toEqual([PUBLIC_ADDRESS, "1.1.1.1", "1.1.1.2", "1.1.1.3"]);
});

test.each([
  ["https://127.0.0.1/", "private-address"],
  ["https://[::1]/", "private-address"],
  ["https://[::ffff:10.0.0.1]/", "private-address"],
  ["https://169.254.169.254/latest/meta-data", "private-address"],
  ["https://internal.example/", "private-address"],
  ["http://calendar.example/", "not-https"],
  ["https://calendar.example:8443/", "not-https"],
  ["https://user:secret@calendar.example/", "not-https"],
  ["file:///etc/passwd", "not-https"],
])("rejects a redirect to %s", async (location, reason) => {
  const { fetchFeed, connections } = await createFetcher(
    (_incoming, response) => response.writeHead(301, { location }).end(),
    { addresses: { "calendar.example": [PUBLIC_ADDRESS], "internal.example": ["10.1.2.3"] } },
  );
  await expect(fetchFeed(URL_OF_FEED, NEW)).rejects.toMatchObject({ reason });
  expect(connections).toEqual([PUBLIC_ADDRESS]);
});

test("rejects a host name if any of its addresses is private", async () => {
  const { fetchFeed, connections } = await createFetcher((_incoming, response) => response.end(CALENDAR), {
    addresses: { "calendar.example": [PUBLIC_ADDRESS, "192.168.1.1"] },
  });
  await expect(fetchFeed(URL_OF_FEED, NEW)).rejects.toMatchObject({ reason: "private-address" });
  expect(connections).toEqual([]);
});

test.each([
  [
    "redirects forever",
    "too-many-redirects",
    (_: unknown, response: Response) => response.writeHead(302, { location: URL_OF_FEED }).end(),
  ],
  ["responds with an error", "rejected", (_: unknown, response: Response) => response.writeHead(403).end()],
  [
    "compresses the body",
    "not-a-calendar",
    (_: unknown, response: Response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(CALENDAR)),
  ],
  [
    "sends 6 MB",
    "too-large",
    (_: unknown, response: Response) => response.end(Buffer.alloc(6 * 1024 * 1024, "x")),
  ],
  ["closes the connection", "unreachable", (_: unknown, response: Response) => response.destroy()],
] as const)("a server that %s fails", async (_, reason, respond) => {
  const { fetchFeed } = await createFetcher(respond);
  await expect(fetchFeed(URL_OF_FEED, NEW)).rejects.toMatchObject({ reason });
});

type Response = Parameters<RequestListener>[1];

test("a server that stops sending times out", async () => {
  const { fetchFeed } = await createFetcher((_incoming, response) => response.write("BEGIN:VCALENDAR"), {
    timeoutMs: 100,
  });
  await expect(fetchFeed(URL_OF_FEED, NEW)).rejects.toMatchObject({ reason: "timeout" });
});

test.each([
  ["8.8.8.8", true],
  ["2001:4860:4860::8888", true],
  ["0.0.0.0", false],
  ["100.64.0.1", false],
  ["172.16.0.1", false],
  ["224.0.0.1", false],
  ["::", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:192.168.0.1", false],
  ["64:ff9b::a00:1", false],
  ["2002:a00:1::", false],
  ["localhost", false],
])("%s is public: %s", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
