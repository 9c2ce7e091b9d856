import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { StartupProblem } from "./startup-problem.ts";

/** Turns a command into one that PostgreSQL accepts to run as: it refuses the superuser of the system. */
export type Unprivileged = (program: string, args: string[]) => { program: string; args: string[] };

/**
 * Nothing to do for ordinary users. For root: a user namespace in which root appears as an ordinary user, so that
 * files stay root's and a checkout under a private home can be read; no system user is made.
 * Throws a StartupProblem where the system forbids user namespaces.
 */
export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) return (program, args) => ({ program, args });
  const id = ordinaryUserId();
  const wrapper = ["--user", `--map-user=${id}`, `--map-group=${id}`];
  const trial = spawnSync("unshare", [...wrapper, "true"], { stdio: "ignore" });
  if (trial.status !== 0) {
    throw new StartupProblem(
      "PostgreSQL refuses to run as root and this system forbids user namespaces (unshare --user): start as another user, or set DATABASE_URL.",
    );
  }
  return (program, args) => ({ program: "unshare", args: [...wrapper, program, ...args] });
}

/** initdb looks its user up by number, so the number must be one that the system knows. */
function ordinaryUserId(): string {
  const ids = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":")[2]);
  return ids.find((id) => id !== undefined && /^[1-9]\d*$/.test(id)) ?? "65534";
}
