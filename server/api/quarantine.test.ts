import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clamav } from "#server/files/clamav.ts";
import { aClamd, type Clamd, EICAR } from "#tests/support/a-clamd.ts";
import { aPdf, type DocumentWorld, documentWorld } from "#tests/support/documents.ts";

let clamd: Clamd;
let world: DocumentWorld;
beforeAll(async () => {
  clamd = await aClamd();
  world = await documentWorld({ scanner: clamav(clamd.socket) });
});
afterEach(() => clamd.answerWith(null));
afterAll(async () => {
  await world.stop();
  await clamd.stop();
});

const infected = () => Buffer.concat([aPdf(), Buffer.from(EICAR)]);
const stateOf = async (id: string) =>
  (await world.sql.query("select scan_state, scan_finding from public.documents where id = $1", [id]))
    .rows[0];

describe("with a scanner installed, a new document", () => {
  test("is being checked, and no link is made, until the scanner says it is clear", async () => {
    const id = await world.stored({ content: Buffer.concat([aPdf(), Buffer.alloc(5 * 1024 * 1024, "x")]) });
    expect(await stateOf(id)).toEqual({ scan_state: "pending", scan_finding: null });
    const refused = await world.ask("client", `/api/client/documents/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({ code: "being_checked" });
    const jobs = await world.sql.query("select task_identifier from graphile_worker.jobs");
    expect(jobs.rows).toEqual([{ task_identifier: "scan-documents" }]);
    await world.scan();
    expect(await stateOf(id)).toEqual({ scan_state: "clear", scan_finding: null });
    expect((await fetchOf(await world.linkTo(id))).status).toBe(200);
  });

  test("in which the scanner finds something is quarantined: the firm sees it, nobody can have it", async () => {
    const good = await world.stored({ name: "plan.pdf" });
    const bad = await world.stored({ name: "plan.pdf", content: infected() });
    await world.scan();
    expect(await stateOf(bad)).toEqual({ scan_state: "quarantined", scan_finding: "Eicar-Test-Signature" });
    const client = await world.ask("client", `/api/client/documents/${bad}`);
    expect([client.status, (await client.json()).code]).toEqual([404, "unknown_document"]);
    const firm = await world.ask("administrator", `/api/client/documents/${bad}`);
    expect([firm.status, (await firm.json()).code]).toEqual([403, "quarantined"]);
    const { rows } = await world.sql.query(
      "select id, is_latest from public.documents where name = 'plan.pdf' order by version",
    );
    expect(rows).toEqual([
      { id: good, is_latest: true },
      { id: bad, is_latest: false },
    ]);
  });

  test("that is found bad later takes its links with it", async () => {
    const id = await world.stored({ name: "later.pdf" });
    await world.scan();
    const link = await world.linkTo(id);
    await world.sql.query("update public.documents set scan_state = 'unscanned' where id = $1", [id]);
    clamd.answerWith("stream: Newly-Known FOUND");
    await world.scan();
    expect(await stateOf(id)).toEqual({ scan_state: "quarantined", scan_finding: "Newly-Known" });
    expect((await fetchOf(link)).status).toBe(404);
  });

  test("the scanner does not look at stays closed, and says why, until it is looked at", async () => {
    const id = await world.stored({ name: "unlooked.pdf" });
    clamd.answerWith("INSTREAM size limit exceeded. ERROR");
    await world.scan();
    expect(await stateOf(id)).toEqual({
      scan_state: "pending",
      scan_finding: "INSTREAM size limit exceeded. ERROR",
    });
    clamd.answerWith(null);
    await world.scan();
    expect(await stateOf(id)).toEqual({ scan_state: "clear", scan_finding: null });
  });
});

test("a file that cannot be read is said to be so, without where it should have been", async () => {
  const id = await world.stored({ name: "lost.pdf" });
  await world.sql.query("update private.document_files set storage_key = 'gone' where document_id = $1", [
    id,
  ]);
  await world.scan();
  expect(await stateOf(id)).toEqual({
    scan_state: "pending",
    scan_finding: "The stored file could not be read",
  });
  await world.sql.query("delete from public.documents where id = $1", [id]);
});

describe("a scanner that is away", () => {
  test("is waited for once a run, and about another document each time", async () => {
    const ids = [await world.stored({ name: "first.pdf" }), await world.stored({ name: "second.pdf" })];
    const told = () => ids.map((id) => stateOf(id));
    clamd.answerWith("");
    const before = clamd.scanned();
    await world.scan();
    expect(clamd.scanned() - before).toBe(1);
    await world.scan();
    expect(await Promise.all(told())).toEqual(
      ids.map(() => ({ scan_state: "pending", scan_finding: "clamd hung up without a word" })),
    );
    clamd.answerWith(null);
    await world.scan();
    expect(await Promise.all(told())).toEqual(ids.map(() => ({ scan_state: "clear", scan_finding: null })));
  });
});

describe("a clamd", () => {
  test("that is not there, or hangs up without a word, gives no verdict", async () => {
    const { Readable } = await import("node:stream");
    await expect(clamav("/nowhere/clamd.sock").scan(Readable.from([aPdf()]))).rejects.toThrow(
      "clamd gave no verdict",
    );
    clamd.answerWith("");
    await expect(clamav(clamd.socket).scan(Readable.from([aPdf()]))).rejects.toThrow("hung up");
  });
});

async function fetchOf(link: string): Promise<Response> {
  const response = await world.ask("visitor", link);
  await response.arrayBuffer();
  return response;
}
