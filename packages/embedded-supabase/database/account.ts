import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** An account of the operating system that is not root. */
export type Account = { name: string; uid: number; gid: number };

// The owner PostgreSQL has where it comes from a package, then the one every system has.
const preferred = ["postgres", "nobody"];
const lastResort = 65534;

/** An existing account that a server may run as; null where the system has none. No account is ever made. */
export function existingAccount(): Account | null {
  const accounts = knownAccounts();
  const named = preferred.map((name) => accounts.find((account) => account.name === name));
  return named.find(Boolean) ?? accounts.find((account) => account.uid === lastResort) ?? null;
}

/** The account of these numbers, which need not have a name any more. */
export function accountOf({ uid, gid }: { uid: number; gid: number }): Account {
  return { name: knownAccounts().find((account) => account.uid === uid)?.name ?? `#${uid}`, uid, gid };
}

/** True when this process may act as the account at all: a container may have taken that from its root. */
export function mayActAs(account: Account): boolean {
  return succeeds(account, "true", []);
}

/** Whether the account gets to a directory. Found by trying: mode bits are not all that decides. */
export function canEnter(account: Account, directory: string): boolean {
  return succeeds(account, "test", ["-x", directory]);
}

/** Whether the account can run a program of PostgreSQL, its libraries included. */
export function canRun(account: Account, program: string): boolean {
  return succeeds(account, program, ["--version"]);
}

function succeeds({ uid, gid }: Account, program: string, args: string[]): boolean {
  return spawnSync(program, args, { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

function knownAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(uid) && Number.isInteger(gid));
}
