import { jsonOf } from "../ask.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { askProject, type Project, statusOf } from "./project.ts";

const EXPOSED_AS_DOCUMENTED =
  "Set Settings, Data API, as docs/hosted.md says: the schema public alone is exposed.";

/** What the project's `/rest/v1` shows: the product's tables to the server, nothing to strangers, nothing private. */
export async function lookAtDataApi(project: Project): Promise<Finding> {
  const clients = "/rest/v1/clients?select=id&limit=1";
  const asServer = await askProject(project, clients, project.secretKey);
  if (statusOf(asServer) !== 200)
    return problem(
      "Data API",
      `the product's tables are answered with ${statusOf(asServer)}`,
      `Start the product once: it runs the migrations. ${EXPOSED_AS_DOCUMENTED}`,
    );
  const asStranger = await askProject(project, clients, project.publishableKey);
  const seen = statusOf(asStranger) === 200 ? await jsonOf(asStranger) : [];
  if (!Array.isArray(seen) || seen.length > 0)
    return problem(
      "Data API",
      "a stranger reads clients",
      "Pause the project. Somebody changed its policies by hand: compare them with supabase/migrations.",
    );
  const hidden = await askProject(project, "/rest/v1/mail_outbox?select=id&limit=0", project.secretKey, {
    "accept-profile": "private",
  });
  // 406 is PostgREST's "no such schema here"; any other answer means that it looked inside.
  if (statusOf(hidden) !== 406)
    return problem("Data API", "the schema private is exposed", EXPOSED_AS_DOCUMENTED);
  return ok("Data API", "shows the product's tables to the server, and strangers nothing");
}
