import { spawnSync } from "node:child_process";
import { StartupError } from "../startup-error.ts";
import { accountFromIds, canRunAs, findUnprivilegedAccount, type SystemAccount } from "./system-account.ts";

/** A program to start. `uid` and `gid` are set if it runs as another account. */
export type Command = { program: string; args: string[]; uid?: number; gid?: number };

/** How PostgreSQL's programs run without root privileges, which PostgreSQL requires. */
export type RunAs = {
  /** The account that must own the files; null if they stay owned by this process. */
  account: SystemAccount | null;
  command(program: string, args: string[]): Command;
};

/**
 * Chooses how to run without root privileges. An ordinary user runs the programs directly. Root runs them as the owner
 * of existing data; otherwise in a user namespace that maps root to an ordinary user, if all `paths` are accessible in
 * it; otherwise as an existing unprivileged account.
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
    return runAsAccount(accountFromIds(owner));
  }
  return (allowUserNamespaces ? runInNamespace(paths) : null) ?? runAsAccount(findUnprivilegedAccount());
}

function runInNamespace(paths: string[]): RunAs | null {
  // initdb looks up the name of its user, so the id must belong to an existing account.
  const id = String(findUnprivilegedAccount()?.uid ?? 65534);
  const wrapper = ["--user", `--map-user=${id}`, `--map-group=${id}`];
  const canReach = (path: string) =>
    spawnSync("unshare", [...wrapper, "test", "-x", path], { cwd: "/", stdio: "ignore" }).status === 0;
  if (!paths.every(canReach)) {
    return null;
  }
  return {
    account: null,
    command: (program, args) => ({ program: "unshare", args: [...wrapper, program, ...args] }),
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
