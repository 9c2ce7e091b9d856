import { spawnSync } from "node:child_process";
import { StartupError } from "../startup-error.ts";
import { canRunAs, findUnprivilegedAccount, getAccountByIds, type SystemAccount } from "./system-account.ts";

/** A program to start. `uid` and `gid` are set if it runs as another account. */
export type Command = { program: string; args: string[]; uid?: number; gid?: number };

/** How to run PostgreSQL's programs without root privileges, because PostgreSQL does not run as root. */
export type RunAs = {
  /** The account that must own the files, or null for the account of this process. */
  account: SystemAccount | null;
  command(program: string, args: string[]): Command;
};

/**
 * Chooses how to run the programs. A process that is not root runs them directly. For root, the first of these applies:
 * 1. The owner of the existing cluster, unless that is root.
 * 2. A user namespace that maps root to an unprivileged user, if all `paths` are accessible in it.
 * 3. An existing unprivileged account.
 * @throws {StartupError} if none of these is possible
 */
export function chooseRunAs(
  owner: { uid: number; gid: number } | null,
  paths: string[],
  allowUserNamespaces: boolean,
): RunAs {
  if (process.getuid?.() !== 0) {
    return { account: null, command: (program, args) => ({ program, args }) };
  }
  if (owner !== null && owner.uid !== 0) {
    return runAsAccount(getAccountByIds(owner));
  }
  return (allowUserNamespaces ? runInNamespace(paths) : null) ?? runAsAccount(findUnprivilegedAccount());
}

function runInNamespace(paths: string[]): RunAs | null {
  // initdb looks up the name of its user, so the id must belong to an existing account.
  const id = String(findUnprivilegedAccount()?.uid ?? 65534);
  const unshareArguments = ["--user", `--map-user=${id}`, `--map-group=${id}`];
  const canReach = (path: string) =>
    spawnSync("unshare", [...unshareArguments, "test", "-x", path], { cwd: "/", stdio: "ignore" }).status ===
    0;
  if (!paths.every(canReach)) {
    return null;
  }
  return {
    account: null,
    command: (program, args) => ({ program: "unshare", args: [...unshareArguments, program, ...args] }),
  };
}

function runAsAccount(account: SystemAccount | null): RunAs {
  if (account === null || !canRunAs(account)) {
    const alternative = account
      ? `switch to the account ${account.name}`
      : "find an account named postgres or nobody";
    throw new StartupError(
      `PostgreSQL cannot run as root, and root can neither use a user namespace (unshare --user) nor ${alternative}. Start as another user, or set DATABASE_URL.`,
    );
  }
  const { uid, gid } = account;
  return { account, command: (program, args) => ({ program, args, uid, gid }) };
}
