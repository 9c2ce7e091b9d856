import { ask } from "../ask.ts";
import { type Finding, ok, problem, skipped } from "../finding.ts";
import type { Project } from "./project.ts";

const NOBODYS = "https://doctor.invalid";

/**
 * Where links in the project's mails may lead. A project tells nobody its settings, but a link with a wrong token is
 * sent on to where a right one would have led.
 */
export async function lookAtRedirects(project: Project, publicUrl: string): Promise<Finding> {
  const site = await ledTo(project);
  if (!site) return skipped("Redirects", "the project does not show them: compare with docs/hosted.md");
  if (site.origin !== publicUrl)
    return problem(
      "Redirects",
      `the project's Site URL is ${site.origin}, not ${publicUrl}`,
      "Set it in Authentication, URL Configuration: the mails' links begin with it.",
    );
  const reset = await ledTo(project, `${publicUrl}/reset-password`);
  if (reset?.origin !== publicUrl || reset.pathname !== "/reset-password")
    return problem(
      "Redirects",
      `links may not lead to ${publicUrl}/reset-password`,
      "Add it to the Redirect URLs in Authentication, URL Configuration.",
    );
  if ((await ledTo(project, `${NOBODYS}/`))?.origin === NOBODYS)
    return problem(
      "Redirects",
      "links may lead to any address",
      "Take the pattern that allows it out of the Redirect URLs in Authentication, URL Configuration.",
    );
  return ok("Redirects", "links lead to this site and its /reset-password, and to no stranger's");
}

async function ledTo({ url }: Project, wanted?: string): Promise<URL | null> {
  const query = new URLSearchParams({ token: "doctor", type: "recovery" });
  if (wanted) query.set("redirect_to", wanted);
  const answer = await ask(`${url}/auth/v1/verify?${query}`);
  const location = typeof answer === "string" ? null : answer.headers.get("location");
  return location && URL.canParse(location) ? new URL(location) : null;
}
