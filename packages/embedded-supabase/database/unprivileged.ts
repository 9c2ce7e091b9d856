import { spawnSync } from "node:child_process";
import { type Account, accountOf, existingAccount, mayActAs } from "./account.ts";
import { StartupProblem } from "./startup-problem.ts";

/** A program to start; `uid` and `gid` only where it runs as another account than ours. */
export type Command = { program: string; args: string[]; uid?: number; gid?: number };

/** As whom PostgreSQL's programs run: it refuses the superuser of the system. */
export type Unprivileged = {
  /** The account they run as, who then needs files of its own; null where our own files are theirs. */
  account: Account | null;
  command(program: string, args: string[]): Command;
};

/**
 * For ordinary users: as themselves. For root: as the owner of existing data; otherwise in a user namespace in which
 * root appears as an ordinary user (files stay root's, nothing else is needed), where that gets to all of `paths`;
 * otherwise as an existing unprivileged account.
 * Throws a StartupProblem where none of it is possible.
 */
export function unprivileged(
  owner: { uid: number; gid: number } | null,
  paths: string[],
  namespaces: boolean,
): Unprivileged {
  if (process.getuid?.() !== 0) return { account: null, command: (program, args) => ({ program, args }) };
  if (owner !== null && owner.uid !== 0) return asAccount(accountOf(owner));
  return (namespaces ? inNamespace(paths) : null) ?? asAccount(existingAccount());
}

function inNamespace(paths: string[]): Unprivileged | null {
  // initdb looks its user up by number, so the number must be one that the system knows.
  const id = String(existingAccount()?.uid ?? 65534);
  const wrapper = ["--user", `--map-user=${id}`, `--map-group=${id}`];
  const getsTo = (path: string) =>
    spawnSync("unshare", [...wrapper, "test", "-x", path], { cwd: "/", stdio: "ignore" }).status === 0;
  if (!paths.every(getsTo)) return null;
  return {
    account: null,
    command: (program, args) => ({ program: "unshare", args: [...wrapper, program, ...args] }),
  };
}

function asAccount(account: Account | null): Unprivileged {
  if (account === null || !mayActAs(account)) {
    const other = account ? `become the account ${account.name}` : "find an account postgres or nobody";
    throw new StartupProblem(
      `PostgreSQL refuses to run as root, and root can neither use a user namespace here (unshare --user) nor ${other}: start as another user, or set DATABASE_URL.`,
    );
  }
  const { uid, gid } = account;
  return { account, command: (program, args) => ({ program, args, uid, gid }) };
}
