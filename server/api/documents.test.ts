import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPdf, type DocumentWorld, documentWorld } from "#tests/support/documents.ts";

let world: DocumentWorld;
beforeAll(async () => {
  world = await documentWorld();
});
afterAll(() => world.stop());

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("an upload", () => {
  test("becomes a row and a file with the same bytes", async () => {
    const { status, body } = await world.upload({ name: "First report.pdf", category: "contract" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      message: "Document uploaded successfully!",
      document: {
        name: "First report.pdf",
        category: "contract",
        file_size: aPdf().length,
        mime_type: "application/pdf",
        version: 1,
        is_latest: true,
        scan_state: "unscanned",
        client_id: world.clientA,
      },
    });
  });

  test("of two at once of one name gets two versions, the later one the latest", async () => {
    const both = await Promise.all(
      ["one", "two"].map((word) => world.stored({ name: "Twice.pdf", content: aPdf(word) })),
    );
    await world.stored({ name: "TWICE.pdf", content: aPdf("three") });
    const { rows } = await world.sql.query(
      "select version, is_latest from public.documents where lower(name) = 'twice.pdf' order by version",
    );
    expect(both).toHaveLength(2);
    expect(rows).toEqual([
      { version: 1, is_latest: false },
      { version: 2, is_latest: false },
      { version: 3, is_latest: true },
    ]);
  });
});

describe("a link", () => {
  test("gives the owning client and administrators the bytes, to be saved and never run", async () => {
    const id = await world.stored({ name: "Jahresbericht für Zoë.pdf", content: aPdf("Zoë") });
    for (const person of ["client", "administrator"] as const) {
      const response = await world.ask("visitor", await world.linkTo(id, person));
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(aPdf("Zoë"));
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="Jahresbericht f?r Zo?.pdf"; filename*=UTF-8''Jahresbericht%20f%C3%BCr%20Zo%C3%AB.pdf`,
        "content-length": String(aPdf("Zoë").length),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    }
  });

  test("to another client's document is refused exactly as one to none at all", async () => {
    const foreign = await world.stored({ clientId: world.clientB });
    const answers = await Promise.all(
      [foreign, UNKNOWN, "nonsense"].map(async (id) => {
        const response = await world.ask("client", `/api/client/documents/${id}`);
        return [response.status, await response.text()];
      }),
    );
    expect(answers[0]?.[0]).toBe(404);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
