import { Hono } from "hono";
import { z } from "zod";
import { SaveFinding } from "#domain/findings/finding-form.ts";
import {
  AnswerDispute,
  ChangeDueDate,
  PublishFindings,
  WithdrawFinding,
} from "#domain/findings/publication.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { computeCvssScore } from "#server/findings/cvss-score.ts";
import { publishFindings } from "#server/findings/publish-findings.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

/** Five Markdown sections of 20,000 characters, which can take 4 bytes each. */
const MAX_BODY_BYTES = 512 * 1024;
const FindingPath = z.object({ id: z.guid() });
const ProjectPath = z.object({ project: z.guid() });

/**
 * Findings of all clients under `/api/admin`: `POST projects/{project}/findings` creates a draft. `PUT findings/{id}` changes
 * a draft, or corrects a published finding, which requires a note. `DELETE findings/{id}` deletes a draft. `POST
 * findings/publish` publishes drafts, `POST findings/{id}/withdraw` and `.../restore` withdraw a published finding and publish
 * it again, `PUT findings/{id}/due-date` changes the deadline, and `POST findings/{id}/dispute-answer` answers a dispute.
 */
export function createFindingRoutes({ database, now }: Pick<Services, "database" | "now">) {
  const validId = validateParams(FindingPath, unknownFindingError);
  const validFinding = validateJson(SaveFinding, { maxBytes: MAX_BODY_BYTES });

  return new Hono<CallerEnv>()
    .post(
      "/projects/:project/findings",
      validFinding,
      validateParams(ProjectPath, unknownProjectError),
      async (context) => {
        const finding = context.req.valid("json");
        const created = await database.asCaller(context.var.caller, (query) =>
          createFinding(query, context.req.valid("param").project, finding),
        );
        return context.json({ success: true, ...created }, 201);
      },
    )
    .put("/findings/:id", validFinding, validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, (query) =>
        saveFinding(query, id, context.req.valid("json")),
      );
      return context.json({ success: true });
    })
    .delete("/findings/:id", validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, async (query) => {
        if ((await lockFinding(query, id)) !== "draft") {
          throw new ApiError(409, "published", "A published finding can't be deleted. Withdraw it instead.");
        }
        await query("delete from endpoints.findings where id = $1", [id]);
      });
      return context.json({ success: true });
    })
    .post(
      "/findings/publish",
      validateJson(PublishFindings, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const ids = [...new Set(context.req.valid("json").ids)];
        await database.asCaller(context.var.caller, async (query) => {
          if (!(await publishFindings(query, ids, firmToday(now())))) {
            throw new ApiError(
              409,
              "not_drafts",
              "Some of these findings were published or deleted in the meantime. Reload the page and try again.",
            );
          }
        });
        return context.json({ success: true, published: ids.length });
      },
    )
    .post(
      "/findings/:id/withdraw",
      validateJson(WithdrawFinding, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { reason } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await requirePublicationStatus(query, id, "published");
          await query(
            "update endpoints.findings set publication_status = 'withdrawn', withdrawal_reason = $2 where id = $1",
            [id, reason],
          );
        });
        return context.json({ success: true });
      },
    )
    .post("/findings/:id/restore", validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, async (query) => {
        await requirePublicationStatus(query, id, "withdrawn");
        await query("update endpoints.findings set publication_status = 'published' where id = $1", [id]);
      });
      return context.json({ success: true });
    })
    .put(
      "/findings/:id/due-date",
      validateJson(ChangeDueDate, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { dueOn } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await requirePublicationStatus(query, id, "published");
          await query("update endpoints.findings set due_on = $2 where id = $1", [id, dueOn]);
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/findings/:id/dispute-answer",
      validateJson(AnswerDispute, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { answer } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await lockFinding(query, id);
          const answered = await query(
            `update endpoints.findings set remediation_status = 'open', dispute_answer = $2
              where id = $1 and state = 'disputed' returning id`,
            [id, answer],
          );
          if (answered.length === 0) {
            throw new ApiError(
              409,
              "not_disputed",
              "The client no longer disputes this finding. Reload the page.",
            );
          }
        });
        return context.json({ success: true });
      },
    );
}

async function createFinding(query: Query, projectId: string, finding: SaveFinding): Promise<{ id: string }> {
  const [created] = await query(
    `insert into endpoints.findings
       (project_id, client_id, title, severity, cvss_vector, cvss_score, affected_asset, description, impact, evidence,
        reproduction_steps, recommendation, tags, tester, found_on)
     select project.id, project.client_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
       from public.projects as project where project.id = $1
     returning id`,
    [projectId, ...toContentValues(finding)],
  );
  if (!created?.id) {
    throw unknownProjectError();
  }
  await saveReferences(query, created.id, finding);
  return { id: created.id };
}

async function saveFinding(query: Query, id: string, finding: SaveFinding): Promise<void> {
  const status = await lockFinding(query, id);
  if (status !== "draft" && finding.correctionNote === "") {
    throw new ApiError(400, "invalid_input", "Describe what you corrected. The client sees it.");
  }
  // First, because the version that a correction records contains the mappings.
  await saveReferences(query, id, finding);
  await query(
    `update endpoints.findings
        set title = $2, severity = $3, cvss_vector = $4, cvss_score = $5, affected_asset = $6, description = $7, impact = $8,
            evidence = $9, reproduction_steps = $10, recommendation = $11, tags = $12, tester = $13, found_on = $14,
            correction_note = $15, version = version + $16
      where id = $1`,
    [
      id,
      ...toContentValues(finding),
      status === "draft" ? "" : finding.correctionNote,
      status === "draft" ? 0 : 1,
    ],
  );
}

function toContentValues(finding: SaveFinding) {
  const { cvssVector } = finding;
  return [
    finding.title,
    finding.severity,
    cvssVector || null,
    cvssVector ? computeCvssScore(cvssVector) : null,
    finding.affectedAsset,
    finding.description,
    finding.impact,
    finding.evidence,
    finding.reproductionSteps,
    finding.recommendation,
    [...new Set(finding.tags)],
    finding.tester,
    finding.foundOn,
  ] as const;
}

/** Stores the mappings and attachments. An existing mapping keeps its name, because the name is that of its time. */
async function saveReferences(
  query: Query,
  id: string,
  { mappings, attachmentIds }: SaveFinding,
): Promise<void> {
  const taxonomies = mappings.map(({ taxonomy }) => taxonomy);
  const versions = mappings.map(({ version }) => version);
  const entryIds = mappings.map((mapping) => mapping.id);
  await query(
    `delete from endpoints.finding_mappings
      where finding_id = $1
        and (taxonomy, version, entry_id) not in (select * from unnest($2::text[], $3::text[], $4::text[]))`,
    [id, taxonomies, versions, entryIds],
  );
  await query(
    `insert into endpoints.finding_mappings (finding_id, taxonomy, version, entry_id, name)
     select $1, entry.taxonomy, entry.version, entry.id, entry.name
       from public.taxonomy_entries as entry
      where (entry.taxonomy, entry.version, entry.id) in (select * from unnest($2::text[], $3::text[], $4::text[]))
     on conflict do nothing`,
    [id, taxonomies, versions, entryIds],
  );
  await query("delete from endpoints.finding_attachments where finding_id = $1 and document_id <> all ($2)", [
    id,
    attachmentIds,
  ]);
  await query(
    `insert into endpoints.finding_attachments (finding_id, client_id, document_id)
     select finding.id, finding.client_id, document.id
       from public.findings as finding
       join public.documents as document on document.client_id = finding.client_id
      where finding.id = $1 and document.id = any ($2)
        and not exists (select from public.finding_attachments as existing
                         where existing.finding_id = finding.id and existing.document_id = document.id)`,
    [id, attachmentIds],
  );
  const [count] = await query(
    "select count(*)::integer as stored from public.finding_attachments where finding_id = $1",
    [id],
  );
  if (count?.stored !== new Set(attachmentIds).size) {
    throw new ApiError(400, "invalid_input", "Attach only documents of this client.");
  }
}

async function lockFinding(query: Query, id: string): Promise<string> {
  const [finding] = await query(
    "select publication_status from endpoints.findings where id = $1 for update",
    [id],
  );
  if (!finding?.publication_status) {
    throw unknownFindingError();
  }
  return finding.publication_status;
}

async function requirePublicationStatus(
  query: Query,
  id: string,
  required: "published" | "withdrawn",
): Promise<void> {
  const status = await lockFinding(query, id);
  if (status !== required) {
    throw new ApiError(
      409,
      "wrong_status",
      status === "draft" ? "Publish this finding first." : `This finding is ${status}. Reload the page.`,
    );
  }
}

function unknownFindingError(): ApiError {
  return new ApiError(404, "unknown_finding", "This finding no longer exists.");
}

function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists.");
}
