import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { ELECTRONIC_CONSENT } from "#domain/proposals/consent.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import { connectSquare } from "#server/demo/connect-square.ts";
import { createRandom } from "#tests/square/random.ts";
import { startSmtpServer } from "#tests/support/email/smtp-server.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { readSession } from "#tests/support/product/session.ts";
import { startSquareServer } from "#tests/support/square/square-server.ts";
import { recordFigures } from "./support/record-figures.ts";
import { createRestClient, fetchAvailable } from "./support/rest-client.ts";
import { countNewRecords, countRecords } from "./support/square-records.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
const SEED = Number(process.env.DRILL_SEED ?? 20_261_124);
const PROPOSALS_PER_CLIENT = 5;
const DEPOSIT_CENTS = 250_000;
const DESK = "desk@firm.example";
/** The writes of a deposit after the client has a customer in Square. */
const WRITES = 3;
/** Half of the random kills happen while the acceptance is stored, and half while its jobs run. */
const MAX_REQUEST_MS = 60;
const MAX_JOBS_MS = 3_000;
/** How long a round waits for the write to Square at which it kills the process. */
const WRITE_TIMEOUT_MS = 20_000;
const FINISH_TIMEOUT_MS = 300_000;

type Signer = { clientId: string; email: string; token: string };
type Acceptance = { proposal_id: string; document_id: string | null; pdf_sha256: string | null };
type Payment = { proposal_id: string; kind: string; status: string };
type Draft = {
  proposal_id: string;
  status: string;
  problem: string | null;
  square_invoice_id: string | null;
};

test(`stores each acceptance once and publishes its deposit once when killed in between (${ROUNDS} rounds, seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const PORT = await findFreePort();
  const mailServer = await startSmtpServer();
  const square = await startSquareServer(`http://localhost:${PORT}`, 1);
  const firm = await startFirmProcess({
    PORT,
    ...square.env,
    SQUARE_WEBHOOK_SIGNATURE_KEY: "drill-signature-key",
    SMTP_URL: mailServer.url,
    CONTACT_TO: DESK,
  });
  const { secretKey } = JSON.parse(await readFile(join(firm.dataDir, "keys.json"), "utf8"));
  const rest = createRestClient(firm.url, secretKey);
  await rest("square_settings?id=eq.true", "PATCH", { creates_invoices: true });
  const sendRequest = (path: string, init?: RequestInit) =>
    fetch((path.startsWith(MOUNT_PATH) ? square.url : firm.url) + path, { ...init, redirect: "manual" });
  const { authorization } = await connectSquare(sendRequest, secretKey, OWNER);
  const call = async (method: string, path: string, body: object, headers: object = { authorization }) => {
    const response = await fetchAvailable(`${firm.url}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const expectOk = async (...request: Parameters<typeof call>) => {
    const response = await call(...request);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };

  const createSigner = async (number: number): Promise<Signer> => {
    const email = `signer-${number}@client.example`;
    const password = "a long enough password";
    const headers = { apikey: secretKey };
    const account = { email, password, email_confirm: true, app_metadata: { role: "client" } };
    const { id } = await expectOk("POST", "/auth/v1/admin/users", account, headers);
    const [client] = await rest<{ id: string }>("clients?select=id", "POST", {
      company: `Company ${number}`,
      contact_person: "Ada Moreno",
      user_id: id,
    });
    const response = await fetch(`${firm.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return { clientId: client?.id ?? "", email, token: (await readSession(response)).access_token };
  };
  const sendProposal = async ({ clientId }: Signer, title: string): Promise<string> => {
    const { id } = await expectOk("POST", "/api/admin/proposals", { clientId });
    const [draft] = await rest<{ revision: number }>(
      `proposal_versions?select=revision&proposal_id=eq.${id}&sent_at=is.null`,
    );
    const content = buildContent({ title, validUntil: calendarDate("2099-12-31"), plan: DEPOSIT_PLAN });
    const { revision } = await expectOk("PUT", `/api/admin/proposals/${id}/draft`, {
      revision: draft?.revision,
      baseVersion: 0,
      content: { ...content, startsOn: null, completesOn: null },
    });
    await expectOk("POST", `/api/admin/proposals/${id}/send`, { revision });
    return id;
  };

  const before = countRecords(square.state());
  const killed = { "at a random time": 0, "before a write": 0, "after a write": 0 };
  const proposals: { id: string; email: string }[] = [];
  let acknowledged = 0;
  let signer: Signer | null = null;
  let clients = 0;

  for (let round = 0; round < ROUNDS; round += 1) {
    if (!signer || round % PROPOSALS_PER_CLIENT === 0) {
      signer = await createSigner(clients);
      clients += 1;
    }
    const { token, email } = signer;
    const id = await sendProposal(signer, `Exercise ${round}`);
    proposals.push({ id, email });
    const [sent] = await rest<{ sha256: string }>(`proposal_versions?select=sha256&proposal_id=eq.${id}`);
    const accept = () =>
      call(
        "POST",
        `/api/client/proposals/${id}/accept`,
        {
          version: 1,
          sha256: sent?.sha256,
          selectedItemIds: [],
          name: "Ada Moreno",
          title: "CISO",
          consentVersion: ELECTRONIC_CONSENT.version,
          agrees: true,
        },
        { authorization: `Bearer ${token}` },
      ).then(
        (response) => response.status,
        () => null,
      );

    const moment = round % 2 === 0 ? null : random.pick(["before", "after"] as const);
    let writesLeft = random.between(0, WRITES - 1);
    const { process } = firm;
    if (moment) {
      square.onWrite(async (current) => {
        if (current !== moment) {
          return;
        }
        writesLeft -= 1;
        if (writesLeft < 0) {
          process.kill("SIGKILL");
          killed[moment === "before" ? "before a write" : "after a write"] += 1;
          // The response must not arrive before the process has ended.
          await process.exit();
          square.onWrite(async () => {});
        }
      });
    }
    const accepting = accept();
    if (moment) {
      await Promise.race([process.exit(), setTimeout(WRITE_TIMEOUT_MS)]);
    } else {
      await setTimeout(random.between(0, random.chance(50) ? MAX_REQUEST_MS : MAX_JOBS_MS));
    }
    if (process.child.signalCode === null) {
      process.kill("SIGKILL");
      killed["at a random time"] += 1;
    }
    const status = await accepting;
    await process.exit();
    square.onWrite(async () => {});
    await firm.restart();
    if (status === 200) {
      acknowledged += 1;
      const stored = await rest<Acceptance>(`proposal_acceptances?proposal_id=eq.${id}`);
      expect(stored, `the acknowledged acceptance of round ${round}`).toHaveLength(1);
    } else {
      // The request was not acknowledged, but it may have been stored.
      expect([200, 409]).toContain(await accept());
    }
  }

  const listDrafts = () =>
    rest<Draft>("invoice_drafts?select=proposal_id,status,problem,square_invoice_id&limit=1000");
  const listAcceptances = () =>
    rest<Acceptance>("proposal_acceptances?select=proposal_id,document_id,pdf_sha256&limit=1000");
  const listPayments = () => rest<Payment>("planned_payments?select=proposal_id,kind,status&limit=1000");
  const acceptedEmails = () =>
    mailServer.received.filter(({ message }) => / accepted$/.test(message.subject ?? ""));
  // One to the signer and one to the firm.
  const expectedEmails = 2 * ROUNDS;
  const messageIds = () => new Set(acceptedEmails().map(({ message }) => message.messageId));
  await expect
    .poll(
      async () => ({
        unpublished: (await listDrafts()).filter(({ status }) => status !== "published").length,
        deposits: (await listPayments()).filter(({ status }) => status === "invoiced").length,
        documents: (await listAcceptances()).filter(({ document_id: id }) => id !== null).length,
        emails: messageIds().size,
      }),
      { timeout: FINISH_TIMEOUT_MS, interval: 1_000 },
    )
    .toEqual({ unpublished: 0, deposits: ROUNDS, documents: ROUNDS, emails: expectedEmails });

  const state = square.state();
  const created = countNewRecords(before, countRecords(state));
  const [drafts, acceptances, payments] = [await listDrafts(), await listAcceptances(), await listPayments()];
  const [projects, milestones, documents] = [
    await rest("projects?select=id&limit=1000"),
    await rest("project_milestones?select=id&limit=1000"),
    await rest("documents?select=id&limit=1000"),
  ];
  const wrongAmounts = drafts.filter(({ square_invoice_id }) => {
    const invoice = state.invoices[square_invoice_id ?? ""];
    return (
      invoice?.status === "DRAFT" ||
      state.orders[invoice?.order_id ?? ""]?.total_money.amount !== DEPOSIT_CENTS
    );
  });
  const emails = acceptedEmails();
  const attachedHashes = new Set(
    emails.flatMap(({ message }) =>
      message.attachments.map(({ content }) =>
        createHash("sha256")
          .update(Buffer.from(content as ArrayBuffer))
          .digest("hex"),
      ),
    ),
  );
  recordFigures(
    `seed ${SEED}, ${ROUNDS} rounds: killed ${killed["at a random time"]} times at a random time after the request, ${killed["before a write"]} times before and ${killed["after a write"]} times after a write took effect; ${acknowledged} acknowledged before the kill; ${clients} clients, ${acceptances.length} acceptances, ${projects.length} projects, ${milestones.length} milestones, ${payments.length} planned payments, ${documents.length} PDFs; in Square ${created.customers} customers, ${created.orders} orders, ${created.invoices} invoices, ${wrongAmounts.length} wrong; ${messageIds().size} emails about acceptances, ${emails.length - messageIds().size} of them sent twice with the same Message-ID`,
  );
  const ids = proposals.map(({ id }) => id).toSorted();
  expect(acceptances.map((row) => row.proposal_id).toSorted()).toEqual(ids);
  expect(drafts.map((row) => row.proposal_id).toSorted()).toEqual(ids);
  expect({
    projects: projects.length,
    milestones: milestones.length,
    payments: payments.length,
    documents: documents.length,
  }).toEqual({ projects: ROUNDS, milestones: ROUNDS, payments: 2 * ROUNDS, documents: ROUNDS });
  expect(created).toEqual({ customers: clients, orders: ROUNDS, invoices: ROUNDS });
  expect(wrongAmounts).toEqual([]);
  expect(drafts.every(({ problem }) => problem === null)).toBe(true);
  expect(countByRecipient(emails)).toEqual({
    [DESK]: ROUNDS,
    ...countBy(proposals.map(({ email }) => email)),
  });
  expect(attachedHashes).toEqual(new Set(acceptances.map((row) => row.pdf_sha256)));
  await firm.stop();
  await square.stop();
  await mailServer.stop();
});

const DEPOSIT_PLAN = {
  deposit: {
    share: { kind: "percent", basisPoints: 5_000 },
    due: { kind: "on_acceptance", days: 14 },
    whenDue: "publish_invoice",
  },
  rest: { kind: "balance", due: { kind: "on_completion", days: 14 }, whenDue: "prepare_invoice" },
} as const;

/** The number of different emails per recipient. */
function countByRecipient(emails: readonly { to: string[]; message: { messageId?: string } }[]) {
  const unique = new Map(emails.map(({ to, message }) => [message.messageId, to.join()]));
  return countBy([...unique.values()]);
}

function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]),
  );
}
