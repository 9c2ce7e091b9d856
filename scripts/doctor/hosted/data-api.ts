import { type Finding, ok, problem } from "../finding.ts";
import { readJson } from "../try-fetch.ts";
import { fetchFromProject, getStatus, type Project } from "./project.ts";

const DATA_API_FIX =
  "Set Settings > Data API as described in docs/hosted.md. Only the schema public may be exposed.";

/** Checks that only the server can read the tables, and that the `private` schema is not exposed. */
export async function checkDataApi(project: Project): Promise<Finding> {
  const clientsPath = "/rest/v1/clients?select=id&limit=1";
  const serverResponse = await fetchFromProject(project, clientsPath, project.secretKey);
  if (getStatus(serverResponse) !== 200) {
    return problem(
      "Data API",
      `requests for the tables fail with status ${getStatus(serverResponse)}`,
      `Start the product. It runs the migrations. ${DATA_API_FIX}`,
    );
  }
  const anonymousResponse = await fetchFromProject(project, clientsPath, project.publishableKey);
  const rows = getStatus(anonymousResponse) === 200 ? await readJson(anonymousResponse) : [];
  if (!Array.isArray(rows) || rows.length > 0) {
    return problem(
      "Data API",
      "anonymous callers can read clients",
      "Pause the project. Its policies were changed manually: compare them with supabase/migrations.",
    );
  }
  const privateSchemaResponse = await fetchFromProject(
    project,
    "/rest/v1/email_outbox?select=id&limit=0",
    project.secretKey,
    {
      "accept-profile": "private",
    },
  );
  // PostgREST responds with 406 if the schema is not exposed.
  if (getStatus(privateSchemaResponse) !== 406) {
    return problem("Data API", "the private schema is exposed", DATA_API_FIX);
  }
  return ok("Data API", "exposes the tables to the server only");
}
