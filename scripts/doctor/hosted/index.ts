import { z } from "zod";
import type { Config } from "#server/config.ts";
import { jsonOf } from "../ask.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { lookAtDataApi } from "./data-api.ts";
import { askProject, type Project, projectOf, statusOf } from "./project.ts";
import { lookAtRedirects } from "./redirects.ts";

/**
 * What can be seen of a hosted project from outside: whether it answers, whether its keys are the right ones, who may
 * sign up, where its links lead and what its data API shows. Nothing is looked at with the embedded backend.
 */
export async function lookAtHostedProject(config: Config): Promise<Finding[]> {
  const project = projectOf(config);
  if (!project) return [];
  const health = await askProject(project, "/auth/v1/health", project.publishableKey);
  const isRefused = [401, 403].includes(statusOf(health));
  if (statusOf(health) !== 200 && !isRefused)
    return [
      problem(
        "Project",
        `${project.url} does not answer: ${typeof health === "string" ? health : `status ${health.status}`}`,
        "Is SUPABASE_URL right? A project may be paused: its dashboard says so.",
      ),
    ];
  return [
    ok("Project", `${project.url} answers`),
    await keys(project),
    await signingKey(project),
    await signUp(project),
    await lookAtRedirects(project, config.publicUrl),
    await lookAtDataApi(project),
  ];
}

async function keys(project: Project): Promise<Finding> {
  const { publishableKey, secretKey } = project;
  const status = async (path: string, key: string) => statusOf(await askProject(project, path, key));
  const accounts = "/auth/v1/admin/users?page=1&per_page=1";
  if (await isUnknown(project, publishableKey))
    return problem(
      "Project keys",
      "SUPABASE_PUBLISHABLE_KEY is refused",
      "Copy the publishable key of this project from Settings, API keys.",
    );
  if ((await status(accounts, publishableKey)) === 200)
    return problem(
      "Project keys",
      "SUPABASE_PUBLISHABLE_KEY is a secret key, and every browser is given it",
      "Revoke that key in Settings, API keys, at once; then put the publishable one there.",
    );
  const administering = await status(accounts, secretKey);
  if (administering !== 200)
    return problem(
      "Project keys",
      `SUPABASE_SECRET_KEY may not administer accounts: ${administering}`,
      "Copy a secret key (sb_secret_…) of this project from Settings, API keys.",
    );
  return ok("Project keys", "both are accepted, and only the secret one administers");
}

/** A key that is known may still be refused a table: that refusal is PostgreSQL's own. */
async function isUnknown(project: Project, key: string): Promise<boolean> {
  const answer = await askProject(project, "/rest/v1/clients?select=id&limit=0", key);
  return statusOf(answer) === 401 && !NotGranted.safeParse(await jsonOf(answer)).success;
}

const NotGranted = z.object({ code: z.literal("42501") });
const KeySet = z.object({ keys: z.array(z.object({ alg: z.string().optional() })) });

async function signingKey(project: Project): Promise<Finding> {
  const answer = await askProject(project, "/auth/v1/.well-known/jwks.json", project.publishableKey);
  const set = KeySet.safeParse(await jsonOf(answer));
  const usable = set.data?.keys.find(({ alg }) => alg === "ES256" || alg === "RS256");
  if (usable) return ok("Signing key", `tokens are signed with ${usable.alg}`);
  return problem(
    "Signing key",
    "the project publishes no ES256 or RS256 key",
    "Rotate it to an asymmetric signing key in Settings, JWT keys: tokens cannot be checked otherwise.",
  );
}

const Settings = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.looseObject({ email: z.boolean(), anonymous_users: z.boolean().default(false) }),
});

async function signUp(project: Project): Promise<Finding> {
  const answer = await askProject(project, "/auth/v1/settings", project.publishableKey);
  const { data } = Settings.safeParse(await jsonOf(answer));
  const todo = "Set Authentication, Sign In / Providers, as docs/hosted.md says.";
  if (!data) return problem("Sign-up", "the project's settings could not be read", todo);
  const wrong = [
    !data.disable_signup && "anybody may sign up",
    data.external.anonymous_users && "visitors may sign in anonymously",
    data.mailer_autoconfirm && "addresses count unconfirmed",
    !data.external.email && "sign-in by e-mail is off",
  ].filter(Boolean);
  return wrong.length === 0
    ? ok("Sign-up", "closed: people are invited, and confirm their address")
    : problem("Sign-up", wrong.join(", "), todo);
}
