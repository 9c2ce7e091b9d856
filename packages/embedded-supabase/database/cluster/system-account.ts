import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A non-root account of the operating system. */
export type SystemAccount = { name: string; uid: number; gid: number };

// The account created by PostgreSQL packages, then the one that exists on every system.
const PREFERRED_NAMES = ["postgres", "nobody"];
const NOBODY_UID = 65534;

/** An existing account that the server can run as, or null. Never creates an account. */
export function findUnprivilegedAccount(): SystemAccount | null {
  const accounts = listAccounts();
  const named = PREFERRED_NAMES.map((name) => accounts.find((account) => account.name === name));
  return named.find(Boolean) ?? accounts.find((account) => account.uid === NOBODY_UID) ?? null;
}

/** The account with these ids. It may have been deleted and have no name. */
export function accountFromIds({ uid, gid }: { uid: number; gid: number }): SystemAccount {
  return { name: listAccounts().find((account) => account.uid === uid)?.name ?? `#${uid}`, uid, gid };
}

/** Whether this process can switch to the account. In a container, root may lack that capability. */
export function canRunAs(account: SystemAccount): boolean {
  return runsSuccessfully(account, "true", []);
}

/** Whether the account can enter a directory. Tries it, because access depends on more than the mode bits. */
export function hasAccess(account: SystemAccount, directory: string): boolean {
  return runsSuccessfully(account, "test", ["-x", directory]);
}

/** Whether the account can execute a PostgreSQL program and load its libraries. */
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
