import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A non-root operating system account. */
export type SystemAccount = { name: string; uid: number; gid: number };

// The account created by PostgreSQL packages, then the one that exists on every system.
const PREFERRED_NAMES = ["postgres", "nobody"];
const NOBODY_UID = 65534;

/** Finds an existing account that the server can run as. Returns null if there is none. */
export function findUnprivilegedAccount(): SystemAccount | null {
  const accounts = listAccounts();
  const namedAccounts = PREFERRED_NAMES.map((name) => accounts.find((account) => account.name === name));
  return namedAccounts.find(Boolean) ?? accounts.find((account) => account.uid === NOBODY_UID) ?? null;
}

/** Returns the account with these ids. If it has been deleted, its name is its user id, such as `#70`. */
export function getAccountByIds({ uid, gid }: { uid: number; gid: number }): SystemAccount {
  return { name: listAccounts().find((account) => account.uid === uid)?.name ?? `#${uid}`, uid, gid };
}

/** Returns whether this process can switch to the account. In a container, root may lack that capability. */
export function canRunAs(account: SystemAccount): boolean {
  return runsSuccessfully(account, "true", []);
}

/** Returns whether the account can enter a directory. Tries it, because access depends on more than the file mode. */
export function hasAccess(account: SystemAccount, directory: string): boolean {
  return runsSuccessfully(account, "test", ["-x", directory]);
}

/** Returns whether the account can execute a PostgreSQL program and load its libraries. */
export function canExecute(account: SystemAccount, program: string): boolean {
  return runsSuccessfully(account, program, ["--version"]);
}

function runsSuccessfully({ uid, gid }: SystemAccount, program: string, args: string[]): boolean {
  return spawnSync(program, args, { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

function listAccounts(): SystemAccount[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(uid) && Number.isInteger(gid));
}
