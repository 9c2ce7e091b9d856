import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import {
  InvoiceDraftChange,
  NewInvoiceDraft,
  PublishConfirmation,
} from "#domain/invoices/drafts/draft-form.ts";
import { previewInvoice } from "#domain/invoices/drafts/draft-preview.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { changeDraft, createDraft } from "#server/payments/writing/change-draft.ts";
import { chooseCustomer, listCustomerChoices } from "#server/payments/writing/choose-customer.ts";
import {
  type DraftRequest,
  type DraftRequestResult,
  runDraftRequest,
} from "#server/payments/writing/draft-request.ts";
import {
  requestCancellation,
  requestDeletion,
  requestPreparation,
  requestPublishing,
  retryRequest,
} from "#server/payments/writing/draft-requests.ts";
import { getDraft, type InvoiceDraft, listDrafts } from "#server/payments/writing/read-drafts.ts";
import { getWritingSettings } from "#server/payments/writing/writing-settings.ts";
import type { Services } from "#server/services.ts";

const PATH = "/invoice-drafts";
const MAX_BODY_BYTES = 1024;
/** 100 lines with their notes. */
const MAX_DRAFT_BYTES = 512 * 1024;

const DraftPath = z.object({ id: z.guid() });
const DraftQuery = z.object({
  clientId: z.guid().optional(),
  projectId: z.guid().optional(),
  proposalId: z.guid().optional(),
  show: z.enum(["all", "open", "attention"]).optional(),
});
const CustomerChoice = z.object({ customerId: z.string().regex(/^[\x21-\x7e]{1,200}$/) });
const Cancellation = z.object({ version: z.number().int().min(0) });

/**
 * Invoices that administrators create in Square. `GET /api/admin/invoice-drafts` lists them, by client, project or
 * proposal. `POST` creates a draft, `PUT /{id}` replaces its content, and `GET /{id}/preview` returns what the recipient
 * gets. `POST /{id}/prepare` creates it in Square, `/publish` delivers it, `/cancel` cancels it, `/retry` continues after
 * a problem, and `DELETE /{id}` deletes it. `GET /{id}/customers` lists the matching customers in Square, and `PUT
 * /{id}/customer` chooses one. These requests return 202, because a job sends the writes to Square.
 */
export function createInvoiceDraftRoutes({ database, payments }: Pick<Services, "database" | "payments">) {
  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES });
  const validId = validateParams(DraftPath, unknownDraftError);
  const request = async (actor: string, work: DraftRequest) => {
    const result = await runDraftRequest(payments, actor, work);
    if (!result.ok) {
      throw new ApiError(STATUS_BY_CODE[result.code], result.code, result.message);
    }
  };
  return new Hono<CallerEnv>()
    .get(PATH, validateQuery(DraftQuery, "Unknown filter."), async (context) => {
      const drafts = await database.asCaller(context.var.caller, (query) =>
        listDrafts(query, context.req.valid("query")),
      );
      return context.json({ success: true, drafts });
    })
    .post(PATH, validateJson(NewInvoiceDraft, { maxBytes: MAX_DRAFT_BYTES }), async (context) => {
      const id = await createDraft(payments, context.req.valid("json"), context.var.caller.sub);
      return context.json({ success: true, id }, 201);
    })
    .get(`${PATH}/:id`, validId, async (context) => {
      const { id } = context.req.valid("param");
      return context.json(
        await database.asCaller(context.var.caller, async (query) => ({
          success: true,
          draft: await requireDraft(query, id),
          writes: await listWrites(query, id),
        })),
      );
    })
    .put(
      `${PATH}/:id`,
      validateJson(InvoiceDraftChange, { maxBytes: MAX_DRAFT_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { revision, ...content } = context.req.valid("json");
        await changeDraft(payments, { id, revision, content, adminId: context.var.caller.sub });
        return context.json({ success: true });
      },
    )
    .delete(`${PATH}/:id`, validId, async (context) => {
      const { id } = context.req.valid("param");
      await request(context.var.caller.sub, (requestContext, query) =>
        requestDeletion(requestContext, query, id),
      );
      return context.json({ success: true }, 202);
    })
    .get(`${PATH}/:id/preview`, validId, async (context) => {
      const { id } = context.req.valid("param");
      const draft = await database.asCaller(context.var.caller, (query) => requireDraft(query, id));
      const { areInstallmentsRejected } = await getWritingSettings(payments);
      return context.json({ success: true, preview: toPreview(draft, areInstallmentsRejected) });
    })
    .post(`${PATH}/:id/prepare`, limitBody, validId, async (context) => {
      const { id } = context.req.valid("param");
      await request(context.var.caller.sub, (requestContext, query) =>
        requestPreparation(requestContext, query, id),
      );
      return context.json({ success: true }, 202);
    })
    .post(
      `${PATH}/:id/publish`,
      validateJson(PublishConfirmation, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        await request(context.var.caller.sub, (requestContext, query) =>
          requestPublishing(requestContext, query, id, context.req.valid("json")),
        );
        return context.json({ success: true }, 202);
      },
    )
    .post(
      `${PATH}/:id/cancel`,
      validateJson(Cancellation, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { version } = context.req.valid("json");
        await request(context.var.caller.sub, (requestContext, query) =>
          requestCancellation(requestContext, query, id, version),
        );
        return context.json({ success: true }, 202);
      },
    )
    .get(`${PATH}/:id/customers`, validId, async (context) => {
      const { id } = context.req.valid("param");
      return context.json({ success: true, customers: await listCustomerChoices(payments, id) });
    })
    .put(
      `${PATH}/:id/customer`,
      validateJson(CustomerChoice, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { customerId } = context.req.valid("json");
        await chooseCustomer(payments, { draftId: id, customerId, adminId: context.var.caller.sub });
        return context.json({ success: true }, 202);
      },
    )
    .post(`${PATH}/:id/retry`, limitBody, validId, async (context) => {
      const { id } = context.req.valid("param");
      await request(context.var.caller.sub, (requestContext, query) =>
        retryRequest(requestContext, query, id),
      );
      return context.json({ success: true }, 202);
    });
}

const STATUS_BY_CODE = {
  unknown_draft: 404,
  in_progress: 409,
  publishing: 409,
  payment_invoiced: 409,
  wrong_status: 409,
  confirmation_differs: 409,
  email_missing: 409,
  changed_in_square: 409,
  not_cancelable: 409,
} as const satisfies Record<Extract<DraftRequestResult, { ok: false }>["code"], ContentfulStatusCode>;

function toPreview(draft: InvoiceDraft, areInstallmentsRejected: boolean) {
  const { title, message, lines, discountCents, totalCents, payments, delivery, reminderDays } = draft;
  return previewInvoice({
    title,
    message,
    lines,
    discountCents,
    totalCents,
    payments,
    delivery,
    reminderDays,
    recipient: { name: draft.recipientName, email: draft.recipientEmail },
    hasReplacedInstallments: draft.hasReplacedInstallments,
    isConfirmedBySquare: draft.status !== "draft",
    areInstallmentsRejected,
  });
}

async function requireDraft(query: Query, id: string): Promise<InvoiceDraft> {
  const draft = await getDraft(query, id);
  if (!draft) {
    throw unknownDraftError();
  }
  return draft;
}

/** The writes to Square of a draft, oldest first. */
function listWrites(query: Query, draftId: string) {
  return query(
    `select revision, step, status, send_count as "sendCount", square_id as "squareId", error_code as "errorCode",
            idempotency_key as "idempotencyKey", created_at::text as "createdAt"
       from endpoints.square_writes where draft_id = $1 order by square_writes.created_at`,
    [draftId],
  );
}

function unknownDraftError(): ApiError {
  return new ApiError(404, "unknown_draft", "This draft invoice no longer exists.");
}
