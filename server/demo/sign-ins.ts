import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { DEMONSTRATION_ADMINISTRATOR, DEMONSTRATION_CLIENTS } from "#server/demo/people.ts";
import { writePrivately } from "#server/keys.ts";

const SignIn = z.object({ who: z.string(), page: z.string(), email: z.string(), password: z.string() });

/** A sign-in of the demonstration, as it is printed. */
export type SignIn = z.infer<typeof SignIn>;

/** How many of the demonstration's clients get a printed sign-in. */
const CLIENTS_WITH_SIGN_IN = 2;

/**
 * The demonstration's sign-ins from `DATA_DIR/sign-ins.json` (0600), made on the first start with passwords of this
 * installation alone. Written before the accounts are: a killed start finds the same passwords again.
 */
export function loadSignIns(config: Pick<Config, "dataDir" | "admin">): SignIn[] {
  const file = fileOf(config);
  if (existsSync(file)) return z.array(SignIn).parse(JSON.parse(readFileSync(file, "utf8")));
  const signIns: SignIn[] = [
    {
      who: "Administrator",
      page: "/admin/login",
      email: config.admin.email ?? DEMONSTRATION_ADMINISTRATOR,
      password: config.admin.password ?? newPassword(),
    },
    ...DEMONSTRATION_CLIENTS.slice(0, CLIENTS_WITH_SIGN_IN).map((client) => ({
      who: `Client (${client.company})`,
      page: "/client-portal",
      email: client.email,
      password: newPassword(),
    })),
  ];
  writePrivately(file, `${JSON.stringify(signIns, null, 2)}\n`);
  return signIns;
}

/** Takes them back, so that the next start makes others. */
export function forgetSignIns(config: Pick<Config, "dataDir">): void {
  rmSync(fileOf(config), { force: true });
}

function fileOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "sign-ins.json");
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** About 79 bits, in groups that can be typed from a terminal. */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  ).join("-");
}
