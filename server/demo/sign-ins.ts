import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { DEMO_ADMIN_EMAIL, DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { writePrivateFile } from "#server/keys.ts";

const SignIn = z.object({ who: z.string(), page: z.string(), email: z.string(), password: z.string() });

/** A demo account with its password, as printed at startup. */
export type SignIn = z.infer<typeof SignIn>;

const CLIENTS_WITH_SIGN_IN = 2;

/**
 * Reads the demo sign-ins from `DATA_DIR/sign-ins.json` (mode 0600). The first start creates the file with random passwords,
 * before it creates the accounts, so that an interrupted start can continue with the same passwords.
 */
export function loadSignIns(config: Pick<Config, "dataDir" | "admin">): SignIn[] {
  const file = getSignInsPath(config);
  if (existsSync(file)) {
    return z.array(SignIn).parse(JSON.parse(readFileSync(file, "utf8")));
  }
  const signIns: SignIn[] = [
    {
      who: "Administrator",
      page: "/admin/login",
      email: config.admin.email ?? DEMO_ADMIN_EMAIL,
      password: config.admin.password ?? generatePassword(),
    },
    ...DEMO_CLIENTS.slice(0, CLIENTS_WITH_SIGN_IN).map((client) => ({
      who: `Client (${client.company})`,
      page: "/client-portal",
      email: client.email,
      password: generatePassword(),
    })),
  ];
  writePrivateFile(file, `${JSON.stringify(signIns, null, 2)}\n`);
  return signIns;
}

/** Deletes the file, so that the next start creates new passwords. */
export function deleteSignIns(config: Pick<Config, "dataDir">): void {
  rmSync(getSignInsPath(config), { force: true });
}

function getSignInsPath({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "sign-ins.json");
}

const PASSWORD_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_COUNT = 4;
const GROUP_LENGTH = 4;

/** Generates a password with about 79 bits of entropy, in groups that are easy to type. */
export function generatePassword(): string {
  return Array.from({ length: GROUP_COUNT }, () =>
    Array.from({ length: GROUP_LENGTH }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join(
      "",
    ),
  ).join("-");
}
