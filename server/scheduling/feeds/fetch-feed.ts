import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { FeedError } from "./feed-error.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** What the server sent last, so that it can respond that nothing has changed. */
export type FeedVersion = { etag: string | null; lastModified: string | null };

export type FeedResponse = { isModified: false } | ({ isModified: true; text: string } & FeedVersion);

export type FetchFeed = (url: string, version: FeedVersion, signal?: AbortSignal) => Promise<FeedResponse>;

type Address = { address: string; family: number };
type FeedRequest = { url: URL; address: Address; headers: Record<string, string>; signal: AbortSignal };

type FetcherOptions = {
  resolve?: (hostname: string) => Promise<Address[]>;
  /** Sends a request to the given address. */
  send?: (request: FeedRequest) => Promise<IncomingMessage>;
  timeoutMs?: number;
};

/**
 * Creates a function that downloads a calendar from an address that an administrator entered. The address may point to the
 * internal network, or its server may redirect there. So each request resolves the host name once, rejects it if any
 * address is not public, and connects to a checked address. Tests replace the options.
 */
export function createFeedFetcher({
  resolve = (hostname) => lookup(hostname, { all: true, verbatim: true }),
  send = sendHttpsRequest,
  timeoutMs = TIMEOUT_MS,
}: FetcherOptions = {}): FetchFeed {
  async function findAddress(hostname: string): Promise<Address> {
    const literal = hostname.replace(/^\[|\]$/g, "");
    const addresses = ipaddr.isValid(literal)
      ? [{ address: literal, family: ipaddr.parse(literal).kind() === "ipv6" ? 6 : 4 }]
      : await resolve(hostname).catch((error) => {
          throw new FeedError("unreachable", { cause: error });
        });
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new FeedError("private-address");
    }
    return first;
  }

  return async (address, { etag, lastModified }, stopSignal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stopSignal ? AbortSignal.any([timeout, stopSignal]) : timeout;
    const headers = {
      accept: "text/calendar",
      // A small compressed body could expand to gigabytes.
      "accept-encoding": "identity",
      "user-agent": "calendar-reader",
      ...(etag && { "if-none-match": etag }),
      ...(lastModified && { "if-modified-since": lastModified }),
    };
    try {
      let url = parseFeedUrl(address);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const target = await findAddress(url.hostname);
        signal.throwIfAborted();
        const response = await send({ url, address: target, headers, signal });
        const { statusCode = 0 } = response;
        if (!REDIRECT_STATUSES.has(statusCode)) {
          return await readResponse(response);
        }
        response.destroy();
        url = parseFeedUrl(response.headers.location ?? "", url);
      }
      throw new FeedError("too-many-redirects");
    } catch (error) {
      if (error instanceof FeedError) {
        throw error;
      }
      throw new FeedError(timeout.aborted ? "timeout" : "unreachable", { cause: error });
    }
  };
}

/** Connects to the address, so that a second lookup of the host name cannot return another one. */
function sendHttpsRequest({ url, address, headers, signal }: FeedRequest): Promise<IncomingMessage> {
  const lookupAddress: LookupFunction = (_hostname, { all }, callback) =>
    all ? callback(null, [address]) : callback(null, address.address, address.family);
  return new Promise((resolve, reject) => {
    request(url, { headers, lookup: lookupAddress, agent: false, signal }, resolve)
      .once("error", reject)
      .end();
  });
}

/** @throws {FeedError} unless the address is an https URL on the default port, without credentials */
function parseFeedUrl(address: string, base?: URL): URL {
  const text = address.replace(/^webcal:/i, "https:");
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url?.protocol !== "https:" || url.port || url.username || url.password) {
    throw new FeedError("not-https");
  }
  return url;
}

async function readResponse(response: IncomingMessage): Promise<FeedResponse> {
  const { statusCode = 0, headers } = response;
  if (statusCode === 304) {
    response.destroy();
    return { isModified: false };
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (statusCode !== 200 || encoding !== "identity") {
    response.destroy();
    throw new FeedError(statusCode === 200 ? "not-a-calendar" : "rejected", { status: statusCode });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new FeedError("too-large");
    }
    chunks.push(chunk);
  }
  return {
    isModified: true,
    text: Buffer.concat(chunks).toString("utf8"),
    etag: shorten(headers.etag, 1000),
    lastModified: shorten(headers["last-modified"], 200),
  };
}

/** Returns null for a missing header, or for one that is too long to store. */
function shorten(value: string | undefined, maxLength: number): string | null {
  return value && value.length <= maxLength ? value : null;
}

/** Whether an address is reachable from anywhere, so that connecting to it reveals nothing about the internal network. */
export function isPublicAddress(address: string): boolean {
  // Rejects loopback, private, link-local and multicast addresses, and tunnels to IPv4 addresses.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}
