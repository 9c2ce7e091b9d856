import { type Finding, ok, problem, skipped } from "../finding.ts";
import { tryFetch } from "../try-fetch.ts";
import type { Project } from "./project.ts";

const FOREIGN_ORIGIN = "https://doctor.invalid";

/**
 * Checks where links in the project's email redirect to. The API does not return these settings, but a link with an
 * invalid token redirects to the same URL as a valid one.
 */
export async function checkRedirects(project: Project, publicUrl: string): Promise<Finding> {
  const defaultTarget = await findRedirectTarget(project);
  if (!defaultTarget) {
    return skipped("Redirects", "the project does not reveal them; compare its settings with docs/hosted.md");
  }
  if (defaultTarget.origin !== publicUrl) {
    return problem(
      "Redirects",
      `the project's Site URL is ${defaultTarget.origin}, not ${publicUrl}`,
      "Set it under Authentication > URL Configuration. Links in email start with it.",
    );
  }
  const resetTarget = await findRedirectTarget(project, `${publicUrl}/reset-password`);
  if (resetTarget?.origin !== publicUrl || resetTarget.pathname !== "/reset-password") {
    return problem(
      "Redirects",
      `links cannot redirect to ${publicUrl}/reset-password`,
      "Add it to Redirect URLs under Authentication > URL Configuration.",
    );
  }
  if ((await findRedirectTarget(project, `${FOREIGN_ORIGIN}/`))?.origin === FOREIGN_ORIGIN) {
    return problem(
      "Redirects",
      "links can redirect to any address",
      "Remove the wildcard from Redirect URLs under Authentication > URL Configuration.",
    );
  }
  return ok("Redirects", "links redirect only to this site");
}

async function findRedirectTarget({ url }: Project, redirectTo?: string): Promise<URL | null> {
  const query = new URLSearchParams({ token: "doctor", type: "recovery" });
  if (redirectTo) {
    query.set("redirect_to", redirectTo);
  }
  const response = await tryFetch(`${url}/auth/v1/verify?${query}`);
  const location = typeof response === "string" ? null : response.headers.get("location");
  return location && URL.canParse(location) ? new URL(location) : null;
}
