import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { expect, test } from "vitest";
import { connectSquare } from "#server/demo/connect-square.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { startSquareServer } from "#tests/support/square/square-server.ts";
import { recordFigures } from "./support/record-figures.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
/** The writes of a new client's first invoice. */
const WRITES = 4;
const TOTAL_CENTS = 450_00;
const FINISH_TIMEOUT_MS = 120_000;
const RETRY_DELAY_MS = 500;

type Draft = { id: string; status: string; problem: string | null; square_invoice_id: string | null };

test(`creates each customer, order and invoice once when killed during writes to Square (${ROUNDS} rounds)`, async () => {
  const PORT = await findFreePort();
  const square = await startSquareServer(`http://localhost:${PORT}`, 1);
  const env = { ...square.env, SQUARE_WEBHOOK_SIGNATURE_KEY: "drill-signature-key" };
  const firm = await startFirmProcess({ PORT, ...env });
  const { secretKey } = JSON.parse(await readFile(join(firm.dataDir, "keys.json"), "utf8"));
  const serviceHeaders = {
    apikey: secretKey,
    "content-type": "application/json",
    prefer: "return=representation",
  };
  const rest = async <Row>(path: string, method = "GET", body?: object): Promise<Row[]> => {
    const response = await fetchAvailable(`${firm.url}/rest/v1/${path}`, {
      method,
      headers: serviceHeaders,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Row[];
  };
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
    // Every second client gets two invoices, so that its saved customer is used too.
    if (round % 3 !== 2) {
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
    let writesLeft = round % WRITES;
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
    if (moment === "at a random time") {
      await setTimeout((round * 37) % 400);
      process.kill("SIGKILL");
      killed[moment] += 1;
    } else {
      // A client with a customer has one write less, so the last moment may not occur.
      await Promise.race([process.exit(), setTimeout(15_000).then(() => process.kill("SIGKILL"))]);
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
  const after = countRecords(state);
  const published = await listDrafts();
  const stored = await rest<{ square_invoice_id: string }>("invoices?select=square_invoice_id");
  const wrongAmounts = published.filter(({ square_invoice_id }) => {
    const invoice = state.invoices[square_invoice_id ?? ""];
    return state.orders[invoice?.order_id ?? ""]?.total_money.amount !== TOTAL_CENTS;
  });
  const created = {
    customers: after.customers - before.customers,
    orders: after.orders - before.orders,
    invoices: after.invoices - before.invoices,
  };
  const missing = published.filter(
    (draft) => !stored.some(({ square_invoice_id }) => square_invoice_id === draft.square_invoice_id),
  );
  recordFigures(
    `${ROUNDS} rounds: killed ${killed.before} times before and ${killed.after} times after a write took effect, ${killed["at a random time"]} times at a random time; ${clients} clients, ${drafts.length} invoices; in Square ${created.customers} customers, ${created.orders} orders, ${created.invoices} invoices, all published; ${wrongAmounts.length} wrong amounts, ${missing.length} not stored in the product`,
  );
  expect(created).toEqual({ customers: clients, orders: drafts.length, invoices: drafts.length });
  expect(published.map(({ id }) => id).sort()).toEqual([...drafts].sort());
  expect(wrongAmounts).toEqual([]);
  expect(missing).toEqual([]);
  expect(published.every(({ problem }) => problem === null)).toBe(true);
  await firm.stop();
  await square.stop();
});

/** Repeats a request while the product returns 503, as it does until the database responds after a restart. */
async function fetchAvailable(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) {
      return response;
    }
    await setTimeout(RETRY_DELAY_MS);
  }
}

function countRecords({
  customers,
  orders,
  invoices,
}: {
  customers: object;
  orders: object;
  invoices: object;
}) {
  return {
    customers: Object.keys(customers).length,
    orders: Object.keys(orders).length,
    invoices: Object.keys(invoices).length,
  };
}
