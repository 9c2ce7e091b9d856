import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import { createDeleteDocumentRoutes } from "#server/api/admin/documents/delete-document.ts";
import { createMilestoneRoutes } from "#server/api/admin/proposals/milestones.ts";
import { createProposalRoutes } from "#server/api/admin/proposals/proposals.ts";
import { createProposalTemplateRoutes } from "#server/api/admin/proposals/templates.ts";
import { createOwnProposalRoutes } from "#server/api/client/proposals/own-proposals.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { parseConfig } from "#server/config.ts";
import { createFiles } from "#server/files/index.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { createCompleteProposalJob } from "#server/jobs/complete-proposal.ts";
import { createAnnounceProposalsJob } from "#server/jobs/email/announce-proposals.ts";
import { createExpireProposalsJob } from "#server/jobs/expire-proposals.ts";
import { createPreparePlannedInvoicesJob } from "#server/jobs/prepare-planned-invoices.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { hashContent } from "#server/proposals/stored-content.ts";
import type { Account } from "../records/account.ts";
import { createMember } from "../records/client-member.ts";
import { type ApiEnvironment, createRouteEnvironment } from "./api-environment.ts";

type Outcome = { status: number; code: unknown };
/** An account, and the session and browser that its requests use, if any. */
type Caller = Account & { sessionId?: string; aal?: "aal1" | "aal2"; userAgent?: string };

/** The endpoints of proposals, and steps that most tests need. `owner` and `billing` are members of client A. */
export type ProposalEnvironment = ApiEnvironment & {
  clock: { now: Date };
  /** The data directory. */
  folder: string;
  owner: Account;
  billing: Account;
  /** Creates a draft for client A and returns its id. */
  createDraft(content?: Partial<ProposalContent>): Promise<string>;
  /** Creates a proposal for client A and sends it. */
  createSent(content?: Partial<ProposalContent>): Promise<string>;
  /** Sends a new version. */
  sendVersion(id: string, content?: Partial<ProposalContent>): Promise<void>;
  admin(method: string, path: string, body?: unknown): Promise<Outcome>;
  as(account: Caller, method: string, path: string, body?: unknown): Promise<Outcome>;
  /** Signs in now. Returns the account with its session. */
  signIn(account: Account): Promise<Account & { sessionId: string }>;
  /** Accepts the version that was sent last, unless `overrides` contains another one. An account without a session signs in first. */
  accept(id: string, account?: Caller, overrides?: object): Promise<Outcome>;
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  expire(): Promise<unknown>;
  /** Stores the PDF of an accepted proposal. */
  complete(id: string): Promise<unknown>;
  /** Queues the emails. Runs the job twice, so that a duplicate email for the same event is detected. */
  announce(): Promise<{ kind: string; recipient: string; subject: string; body_text: string }[]>;
  prepareInvoices(): Promise<unknown>;
  stop(): Promise<void>;
};

const ADDRESS = "203.0.113.7";
const LOG = { debug() {}, info() {}, warn() {}, error() {} };

export async function createProposalEnvironment(): Promise<ProposalEnvironment> {
  const clock = { now: new Date("2026-01-05T18:00:00Z") };
  const now = () => clock.now;
  const folder = await mkdtemp(join(tmpdir(), "proposals-"));
  const config = parseConfig({
    DEMO: "false",
    DATA_DIR: folder,
    PUBLIC_URL: "https://firm.example",
    CONTACT_TO: "desk@firm.example",
  });
  const environment = await createRouteEnvironment(
    (parts) => {
      const rateLimits = createRateLimits(1, now);
      const services = { ...parts, config, rateLimits, clientAddress: () => ADDRESS };
      return new Hono()
        .route(
          "/",
          createAdminGroup(parts)
            .route("/", createProposalRoutes(services))
            .route("/", createProposalTemplateRoutes(services))
            .route("/", createMilestoneRoutes(services))
            .route("/", createDeleteDocumentRoutes({ ...services, files: createFiles(config), log: LOG })),
        )
        .route("/", createClientGroup(parts).route("/", createOwnProposalRoutes(services)));
    },
    { now },
  );
  const { sql, clientA, call, callAs } = environment;
  const fixture = { pool: sql };
  const [owner, billing] = [
    await createMember(fixture, clientA, "owner", { name: "Ada Moreno" }),
    await createMember(fixture, clientA, "billing"),
  ];
  const services = {
    ...{
      database: environment.database,
      config,
      files: createFiles(config),
      scanner: null,
      jobs,
      log: LOG,
      now,
    },
  };
  await sql.query("update public.email_settings set client_news_since = now() - interval '1 year'");
  const query: ProposalEnvironment["query"] = async (text, values = []) =>
    (await sql.query(text, values)).rows;
  const admin: ProposalEnvironment["admin"] = async (method, path, body) => {
    const response = await call("administrator", method, `/api/admin/${path}`, body);
    return { status: response.status, code: response.body.code };
  };
  const as: ProposalEnvironment["as"] = async (account, method, path, body) => {
    const { sessionId, aal, userAgent } = account;
    const response = await callAs(account, method, `/api/client/${path}`, {
      body,
      ...(sessionId && { sessionId }),
      ...(aal && { aal }),
      ...(userAgent && { userAgent }),
    });
    return { status: response.status, code: response.body.code };
  };

  const signIn: ProposalEnvironment["signIn"] = async (account) => {
    const [session] = await query(
      `with session as (
         insert into auth.sessions (id, user_id, created_at, updated_at, aal)
         values (gen_random_uuid(), $1, $2, $2, 'aal1') returning id)
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, $2, $2, 'password' from session returning session_id`,
      [account.userId, clock.now],
    );
    return { ...account, sessionId: String(session?.session_id) };
  };

  const saveDraft = async (id: string, content: Partial<ProposalContent>) => {
    const [draft] = await query(
      `select proposal.current_version, draft.revision
         from public.proposals as proposal
         left join public.proposal_versions as draft on draft.proposal_id = proposal.id and draft.sent_at is null
        where proposal.id = $1`,
      [id],
    );
    const response = await call("administrator", "PUT", `/api/admin/proposals/${id}/draft`, {
      revision: draft?.revision ?? 0,
      baseVersion: draft?.current_version ?? 0,
      content: buildContent(content),
    });
    requireStatus(200, response);
    return response.body.revision;
  };
  const createDraft: ProposalEnvironment["createDraft"] = async (content = {}) => {
    const response = await call("administrator", "POST", "/api/admin/proposals", { clientId: clientA });
    requireStatus(201, response);
    const id = String(response.body.id);
    await saveDraft(id, content);
    return id;
  };
  const sendVersion: ProposalEnvironment["sendVersion"] = async (id, content = {}) => {
    const revision = await saveDraft(id, content);
    requireStatus(200, await call("administrator", "POST", `/api/admin/proposals/${id}/send`, { revision }));
  };

  return {
    ...environment,
    clock,
    folder,
    owner,
    billing,
    query,
    admin,
    as,
    signIn,
    createDraft,
    sendVersion,
    async createSent(content = {}) {
      const id = await createDraft(content);
      await sendVersion(id, content);
      return id;
    },
    async accept(id, account = owner, overrides = {}) {
      const [sent] = await query(
        "select version, content from public.proposal_versions where proposal_id = $1 and sent_at is not null order by version desc limit 1",
        [id],
      );
      const signer = account.sessionId ? account : await signIn(account);
      return as(signer, "POST", `proposals/${id}/accept`, {
        version: sent?.version,
        sha256: sent ? hashContent(ProposalContent.parse(sent.content)) : "",
        selectedItemIds: [],
        name: "Ada Moreno",
        title: "CISO",
        consentVersion: "2026-11",
        agrees: true,
        ...overrides,
      });
    },
    expire: () => createExpireProposalsJob(services)({}),
    complete: (id) => createCompleteProposalJob(services)({ proposalId: id }),
    async announce() {
      const announce = createAnnounceProposalsJob(services);
      await announce({});
      await announce({});
      const { rows } = await sql.query(
        "select kind, recipient, subject, body_text from private.email_outbox order by kind, recipient",
      );
      return rows;
    },
    prepareInvoices: () => createPreparePlannedInvoicesJob({ ...services, provider: null })({}),
    stop: () => rm(folder, { recursive: true }),
  };
}

function requireStatus(expected: number, { status, body }: { status: number; body: unknown }): void {
  if (status !== expected) {
    throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  }
}
