import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { readJson } from "../try-fetch.ts";
import { checkDataApi } from "./data-api.ts";
import { fetchFromProject, getHostedProject, getStatus, type Project } from "./project.ts";
import { checkRedirects } from "./redirects.ts";

/**
 * Checks a hosted project through its API: availability, keys, sign-up settings, redirects and exposed data. Returns no
 * findings if the embedded backend is used.
 */
export async function checkHostedProject(config: Config): Promise<Finding[]> {
  const project = getHostedProject(config);
  if (!project) {
    return [];
  }
  const healthResponse = await fetchFromProject(project, "/auth/v1/health", project.publishableKey);
  const isRejected = [401, 403].includes(getStatus(healthResponse));
  if (getStatus(healthResponse) !== 200 && !isRejected) {
    return [
      problem(
        "Project",
        `${project.url} does not respond: ${typeof healthResponse === "string" ? healthResponse : `status ${healthResponse.status}`}`,
        "Check SUPABASE_URL. If the project is paused, resume it in the Supabase dashboard.",
      ),
    ];
  }
  return [
    ok("Project", `${project.url} responds`),
    await checkKeys(project),
    await checkSigningKey(project),
    await checkSignUp(project),
    await checkRedirects(project, config.publicUrl),
    await checkDataApi(project),
  ];
}

async function checkKeys(project: Project): Promise<Finding> {
  const { publishableKey, secretKey } = project;
  const fetchStatus = async (path: string, key: string) =>
    getStatus(await fetchFromProject(project, path, key));
  const accountsPath = "/auth/v1/admin/users?page=1&per_page=1";
  if (await isInvalidKey(project, publishableKey)) {
    return problem(
      "Project keys",
      "SUPABASE_PUBLISHABLE_KEY is rejected",
      "Copy the publishable key of this project from Settings > API keys.",
    );
  }
  if ((await fetchStatus(accountsPath, publishableKey)) === 200) {
    return problem(
      "Project keys",
      "SUPABASE_PUBLISHABLE_KEY is a secret key, and it is sent to every browser",
      "Revoke it immediately under Settings > API keys, then set the publishable key.",
    );
  }
  const adminStatus = await fetchStatus(accountsPath, secretKey);
  if (adminStatus !== 200) {
    return problem(
      "Project keys",
      `SUPABASE_SECRET_KEY cannot manage accounts: status ${adminStatus}`,
      "Copy a secret key (sb_secret_…) of this project from Settings > API keys.",
    );
  }
  return ok("Project keys", "both are valid, and only the secret key can manage accounts");
}

/** Returns whether the API rejects the key. With a valid key, PostgreSQL may still deny access, with another error code. */
async function isInvalidKey(project: Project, key: string): Promise<boolean> {
  const response = await fetchFromProject(project, "/rest/v1/clients?select=id&limit=0", key);
  return getStatus(response) === 401 && !PermissionDenied.safeParse(await readJson(response)).success;
}

const PermissionDenied = z.object({ code: z.literal("42501") });
const KeySet = z.object({ keys: z.array(z.object({ alg: z.string().optional() })) });

async function checkSigningKey(project: Project): Promise<Finding> {
  const response = await fetchFromProject(project, "/auth/v1/.well-known/jwks.json", project.publishableKey);
  const keySet = KeySet.safeParse(await readJson(response));
  const signingKey = keySet.data?.keys.find(({ alg }) => alg === "ES256" || alg === "RS256");
  if (signingKey) {
    return ok("Signing key", `tokens are signed with ${signingKey.alg}`);
  }
  return problem(
    "Signing key",
    "the project publishes no ES256 or RS256 key",
    "Rotate to an asymmetric signing key under Settings > JWT keys. Tokens cannot be verified without it.",
  );
}

const Settings = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.looseObject({ email: z.boolean(), anonymous_users: z.boolean().default(false) }),
});

async function checkSignUp(project: Project): Promise<Finding> {
  const response = await fetchFromProject(project, "/auth/v1/settings", project.publishableKey);
  const { data } = Settings.safeParse(await readJson(response));
  const fix = "Set Authentication > Sign In / Providers as described in docs/hosted.md.";
  if (!data) {
    return problem("Sign-up", "couldn't read the project's settings", fix);
  }
  const errors = [
    !data.disable_signup && "anyone can sign up",
    data.external.anonymous_users && "anonymous sign-in is enabled",
    data.mailer_autoconfirm && "email addresses are not confirmed",
    !data.external.email && "email sign-in is disabled",
  ].filter(Boolean);
  return errors.length === 0
    ? ok("Sign-up", "invitation only, with confirmed email addresses")
    : problem("Sign-up", errors.join(", "), fix);
}
