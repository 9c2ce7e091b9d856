import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { createConsultationRoutes as createAdminConsultationRoutes } from "#server/api/admin/consultations.ts";
import { createOwnConsultationRoutes } from "#server/api/client/consultations.ts";
import { createMeetingTimeRoutes } from "#server/api/client/meeting-times.ts";
import { createConsultationRoutes } from "#server/api/public/consultations.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import type { VerifyCaptcha } from "#server/http/form-protection.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createHost } from "../records/host.ts";
import { type ApiEnvironment, createRouteEnvironment } from "./api-environment.ts";

export type ConsultationEnvironment = ApiEnvironment & {
  /** The clock of the server. Tests can set it. */
  clock: { now: Date };
  /** Who sends requests. Tests can set the address. */
  visitor: { address: string };
  hostId: string;
  /** Sends the booking form for a time. Each call is a new form of a new address. */
  book(startsAt: string, fields?: object): ReturnType<ApiEnvironment["call"]>;
  /** Returns the token of the link in the latest email to an address. */
  readToken(email: string): Promise<string>;
  /** Books a time and confirms it with the link in the email. Returns the token of the next email. */
  bookAndConfirm(startsAt: string, email: string): Promise<string>;
  /** Sends JSON as a visitor, with the headers of a browser. */
  postJson(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
  listEmails(): Promise<StoredEmail[]>;
};

export type StoredEmail = {
  kind: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_blocks: { type: string; url?: string; method?: string; event?: { uid: string; sequence: number } }[];
};

type EnvironmentOptions = {
  rateLimitScale?: number;
  startsOn?: string;
  /** Set if the form requires a CAPTCHA. */
  verifyCaptcha?: VerifyCaptcha;
};

/** A firm with one host who is free from 9:00 to 17:00 UTC, and the endpoints for visitors, clients and administrators. */
export async function createConsultationEnvironment({
  rateLimitScale = 1000,
  startsOn = "2026-11-23T08:00:00Z",
  verifyCaptcha,
}: EnvironmentOptions = {}): Promise<ConsultationEnvironment> {
  const clock = { now: new Date(startsOn) };
  const visitor = { address: "198.51.100.7" };
  const fixture = await createRouteEnvironment(
    (parts) => {
      const services = {
        ...parts,
        rateLimits: createRateLimits(rateLimitScale, () => clock.now),
        clientAddress: () => visitor.address,
        log: createLogger("silent"),
        verifyCaptcha,
      };
      return new Hono()
        .route("/", createConsultationRoutes(services))
        .route(
          "/",
          createClientGroup(services)
            .route("/", createOwnConsultationRoutes(services))
            .route("/", createMeetingTimeRoutes(services)),
        )
        .route("/", createAdminGroup(services).route("/", createAdminConsultationRoutes(services)));
    },
    { now: () => clock.now },
  );
  const host = await createHost({ pool: fixture.sql });

  const listEmails = async () => {
    const { rows } = await fixture.sql.query<StoredEmail>(
      "select kind, recipient, subject, body_text, body_blocks from private.email_outbox order by created_at, deduplication_key",
    );
    return rows;
  };
  const readToken = async (email: string) => {
    const sent = (await listEmails()).filter(({ recipient }) => recipient === email);
    const url = sent.at(-1)?.body_blocks.find(({ type }) => type === "button")?.url;
    return url?.split("/").at(-1) ?? "";
  };
  const postJson: ConsultationEnvironment["postJson"] = async (path, body) => {
    const response = await fixture.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  const book: ConsultationEnvironment["book"] = (startsAt, fields = {}) =>
    postJson("/api/consultations", { ...buildConsultationForm(startsAt), ...fields });
  return {
    ...fixture,
    clock,
    visitor,
    hostId: host.id,
    book,
    readToken,
    listEmails,
    postJson,
    async bookAndConfirm(startsAt, email) {
      await book(startsAt, { email });
      await postJson(`/api/consultations/${await readToken(email)}/confirm`, {});
      return readToken(email);
    },
  };
}

/** A valid form of a new visitor. */
export function buildConsultationForm(startsAt: string) {
  return {
    formId: randomUUID(),
    startsAt,
    timeZone: "Asia/Kathmandu",
    name: "Ada Byron",
    email: `${randomUUID()}@visitor.example`,
    company: "Engines Ltd",
    topic: "Our assistant calls tools.",
  };
}
