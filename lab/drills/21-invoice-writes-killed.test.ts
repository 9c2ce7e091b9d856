import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { expect, test } from "vitest";
import { connectSquare } from "#server/demo/connect-square.ts";
import { createRandom } from "#tests/square/random.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { startSquareServer } from "#tests/support/square/square-server.ts";
import { recordFigures } from "./support/record-figures.ts";
import { createRestClient, fetchAvailable } from "./support/rest-client.ts";
import { countNewRecords, countRecords } from "./support/square-records.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
const SEED = Number(process.env.DRILL_SEED ?? 20_261_124);
/** The writes of a new client's first invoice. Later invoices use its customer. */
const WRITES = 4;
const MAX_DELAY_MS = 400;
/** How long a round waits for the write to Square at which it kills the process. */
const WRITE_TIMEOUT_MS = 15_000;
const TOTAL_CENTS = 450_00;
const FINISH_TIMEOUT_MS = 120_000;

type Draft = { id: string; status: string; problem: string | null; square_invoice_id: string | null };

test(`creates each customer, order and invoice once when killed during writes to Square (${ROUNDS} rounds, seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const PORT = await findFreePort();
  const square = await startSquareServer(`http://localhost:${PORT}`, 1);
  const env = { ...square.env, SQUARE_WEBHOOK_SIGNATURE_KEY: "drill-signature-key" };
  const firm = await startFirmProcess({ PORT, ...env });
  const { secretKey } = JSON.parse(await readFile(join(firm.dataDir, "keys.json"), "utf8"));
  const rest = createRestClient(firm.url, secretKey);
  await rest("square_settings?id=eq.true", "PATCH", { creates_invoices: true });
  const sendRequest = (path: string, init?: RequestInit) =>
    fetch((path.startsWith(MOUNT_PATH) ? square.url : firm.url) + path, { ...init, redirect: "manual" });
  const adminHeaders = await connectSquare(sendRequest, secretKey, OWNER);
  const post = async (path: string, body: object) => {
    const response = await fetchAvailable(`${firm.url}/api/admin/invoice-drafts${path}`, {
      method: "POST",
      headers: { ...adminHeaders, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const before = countRecords(square.state());
  const drafts: string[] = [];
  const killed = { before: 0, after: 0, "at a random time": 0 };
  let clients = 0;
  let clientId = "";

  for (let round = 0; round < ROUNDS; round += 1) {
    // Every other client gets two invoices, so that its saved customer is used too.
    const isNewClient = round % 3 !== 2;
    if (isNewClient) {
      const [client] = await rest<{ id: string }>("clients?select=id", "POST", {
        company: `Company ${round}`,
        contact_person: "Ada Moreno",
      });
      clientId = client?.id ?? "";
      clients += 1;
    }
    const created = await post("", {
      clientId,
      title: `Round ${round}`,
      lines: [{ name: "Testing", quantity: "2.5", unitCents: 180_00 }],
      payments: [
        { kind: "deposit", dueOn: "2099-01-01", amountCents: 150_00 },
        { kind: "balance", dueOn: "2099-02-01", amountCents: 300_00 },
      ],
      delivery: "link",
    });
    expect(created.status).toBe(201);
    drafts.push(created.body.id);

    const moment = (["before", "after", "at a random time"] as const)[round % 3] ?? "before";
    let writesLeft = random.between(0, (isNewClient ? WRITES : WRITES - 1) - 1);
    const { process } = firm;
    square.onWrite(async (current) => {
      if (moment !== current || writesLeft > 0) {
        writesLeft -= current === moment ? 1 : 0;
        return;
      }
      process.kill("SIGKILL");
      killed[moment] += 1;
      // The response must not arrive before the process has ended.
      await process.exit();
      square.onWrite(async () => {});
    });
    const publish = () =>
      post(`/${created.body.id}/publish`, { amountCents: TOTAL_CENTS, recipient: "" }).then(
        ({ status }) => status,
        () => null,
      );
    const publishing = publish();
    await (moment === "at a random time"
      ? setTimeout(random.between(0, MAX_DELAY_MS))
      : Promise.race([process.exit(), setTimeout(WRITE_TIMEOUT_MS)]));
    if (process.child.signalCode === null) {
      process.kill("SIGKILL");
      killed["at a random time"] += 1;
    }
    const status = await publishing;
    await process.exit();
    square.onWrite(async () => {});
    await firm.restart();
    if (status !== 202) {
      // The request was not acknowledged, but it may have been stored.
      expect([202, 409]).toContain(await publish());
    }
  }

  const listDrafts = () => rest<Draft>("invoice_drafts?select=id,status,problem,square_invoice_id");
  await expect
    .poll(async () => (await listDrafts()).filter((draft) => draft.status !== "published").length, {
      timeout: FINISH_TIMEOUT_MS,
      interval: 500,
    })
    .toBe(0);
  const state = square.state();
  const published = await listDrafts();
  const stored = await rest<{ square_invoice_id: string }>("invoices?select=square_invoice_id");
  const wrongAmounts = published.filter(({ square_invoice_id }) => {
    const invoice = state.invoices[square_invoice_id ?? ""];
    return state.orders[invoice?.order_id ?? ""]?.total_money.amount !== TOTAL_CENTS;
  });
  const created = countNewRecords(before, countRecords(state));
  const missing = published.filter(
    (draft) => !stored.some(({ square_invoice_id }) => square_invoice_id === draft.square_invoice_id),
  );
  recordFigures(
    `seed ${SEED}, ${ROUNDS} rounds: killed ${killed.before} times before and ${killed.after} times after a write took effect, ${killed["at a random time"]} times at a random time; ${clients} clients, ${drafts.length} invoices; in Square ${created.customers} customers, ${created.orders} orders, ${created.invoices} invoices, all published; ${wrongAmounts.length} wrong amounts, ${missing.length} not stored in the product`,
  );
  expect(created).toEqual({ customers: clients, orders: drafts.length, invoices: drafts.length });
  expect(published.map(({ id }) => id).sort()).toEqual([...drafts].sort());
  expect(wrongAmounts).toEqual([]);
  expect(missing).toEqual([]);
  expect(published.every(({ problem }) => problem === null)).toBe(true);
  await firm.stop();
  await square.stop();
});
