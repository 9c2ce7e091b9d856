import fc from "fast-check";
import { jwtVerify, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { parseByteRange } from "./byte-range.ts";
import { createDocumentLinks, type DocumentLink, LINK_LIFETIME_SECONDS } from "./document-links.ts";

describe("for a file of 1,000 bytes, the range", () => {
  test.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=0-499", { first: 0, last: 499 }],
    ["bytes=500-", { first: 500, last: 999 }],
    ["bytes=999-", { first: 999, last: 999 }],
    ["bytes=500-2000", { first: 500, last: 999 }],
    ["bytes=-1", { first: 999, last: 999 }],
    ["bytes=-500", { first: 500, last: 999 }],
    ["bytes=-2000", { first: 0, last: 999 }],
    [" bytes=0-9 ", { first: 0, last: 9 }],
  ])("%s selects part of the file", (header, range) => {
    expect(parseByteRange(header, 1_000)).toEqual(range);
  });

  test.each([
    "bytes=1000-",
    "bytes=1000-1001",
    "bytes=-0",
    "bytes=99999999999999999999-",
  ])("%s cannot be satisfied", (header) => {
    expect(parseByteRange(header, 1_000)).toBe("outside");
  });

  test.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=a-b",
    "bytes=0-1,5-6",
    "bytes=1.5-2",
    "bytes=+1-2",
    "bytes 0-1/1000",
    "items=0-1",
    "0-1",
  ])("%s is ignored, so that the whole file is sent", (header) => {
    expect(parseByteRange(header, 1_000)).toBe("whole");
  });
});

test("an empty file has no satisfiable range", () => {
  for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"]) {
    expect(parseByteRange(header, 0), header).toBe("outside");
  }
});

test("a range is always inside the file", () => {
  const position = fc.oneof(
    fc.constant(""),
    fc.nat({ max: 2_000 }).map(String),
    fc.bigInt({ min: 0n }).map(String),
  );
  fc.assert(
    fc.property(position, position, fc.nat({ max: 1_500 }), (first, last, size) => {
      const range = parseByteRange(`bytes=${first}-${last}`, size);
      if (typeof range !== "string") {
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(size);
      }
    }),
  );
});

const KEY = Buffer.alloc(32, 1).toString("base64");
const LINK: Omit<DocumentLink, "id"> = {
  documentId: "00000000-0000-4000-8000-000000000001",
  userId: "00000000-0000-4000-8000-000000000002",
  byRole: "client",
  kind: "download",
};

function createTestLinks(key = KEY) {
  const clock = { now: new Date("2026-03-02T10:00:00Z") };
  const links = createDocumentLinks(key, () => clock.now);
  const advanceClock = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  return { links, advance: advanceClock };
}

describe("a download link", () => {
  test("identifies one document, one user and one kind of use", async () => {
    const { links } = createTestLinks();
    const { token } = await links.create(LINK);
    expect(await links.verify(token)).toEqual({ ...LINK, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test("expires after five minutes", async () => {
    const { links, advance } = createTestLinks();
    const { token, expiresAt } = await links.create(LINK);
    expect(LINK_LIFETIME_SECONDS).toBe(300);
    expect(expiresAt).toEqual(new Date("2026-03-02T10:05:00Z"));
    advance(299);
    expect(await links.verify(token)).not.toBeNull();
    advance(1);
    expect(await links.verify(token)).toBeNull();
  });

  test("is unique, so that each use is recorded", async () => {
    const { links } = createTestLinks();
    const [first, second] = [await links.create(LINK), await links.create(LINK)];
    expect(first.token).not.toBe(second.token);
    expect((await links.verify(first.token))?.id).not.toBe((await links.verify(second.token))?.id);
  });

  test("is accepted by every process with the same key, and by no other", async () => {
    const { token } = await createTestLinks().links.create(LINK);
    expect(await createTestLinks().links.verify(token)).not.toBeNull();
    expect(await createTestLinks(Buffer.alloc(32, 2).toString("base64")).links.verify(token)).toBeNull();
  });

  test("is rejected after any change", async () => {
    const { links } = createTestLinks();
    const { token } = await links.create(LINK);
    const [header = "", , signature = ""] = token.split(".");
    const forged = { document: "00000000-0000-4000-8000-000000000009", aud: "document-bytes", exp: 9e9 };
    const payload = Buffer.from(JSON.stringify(forged)).toString("base64url");
    const unsignedHeader = Buffer.from('{"alg":"none"}').toString("base64url");
    const forgedTokens = [
      `${header}.${payload}.${signature}`,
      `${unsignedHeader}.${payload}.`,
      `${unsignedHeader}.${token.split(".")[1]}.`,
      token.slice(0, -2),
      `${token}.${signature}`,
      "",
      "..",
    ];
    for (const invalidToken of forgedTokens) {
      expect(await links.verify(invalidToken), invalidToken).toBeNull();
    }
  });

  test("is rejected if it is signed with the encryption key itself, which has other uses", async () => {
    const { links } = createTestLinks();
    const { token } = await links.create(LINK);
    const key = Buffer.from(KEY, "base64");
    const currentDate = new Date("2026-03-02T10:00:00Z");
    await expect(jwtVerify(token, key, { currentDate })).rejects.toThrow("signature verification failed");
    const forged = await new SignJWT({ document: LINK.documentId, role: "admin", kind: "download" })
      .setProtectedHeader({ alg: "HS256" })
      .setJti(LINK.userId)
      .setSubject(LINK.userId)
      .setAudience("document-bytes")
      .setExpirationTime("1h")
      .sign(key);
    expect(await links.verify(forged)).toBeNull();
  });
});
