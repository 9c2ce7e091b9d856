import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Config, ConfigurationError } from "#server/config.ts";

const KeysFile = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  encryptionKey: z.string(),
  squareApplicationId: z.string(),
  squareApplicationSecret: z.string(),
  squareWebhookSignatureKey: z.string(),
});

/** The installation's keys: what the environment gives, else what was generated once and kept in DATA_DIR. */
export type Keys = z.infer<typeof KeysFile> & { previousEncryptionKey: string | undefined };

/** Reads `DATA_DIR/keys.json` (0600), making it on the first start; the environment's keys win over the file's. */
export function loadKeys(config: Config): Keys {
  const kept = readOrMake(join(config.dataDir, "keys.json"));
  return {
    publishableKey: config.supabase.publishableKey ?? kept.publishableKey,
    secretKey: config.supabase.secretKey ?? kept.secretKey,
    encryptionKey: config.encryption.key ?? kept.encryptionKey,
    previousEncryptionKey: config.encryption.previousKey,
    squareApplicationId: config.square.applicationId ?? kept.squareApplicationId,
    squareApplicationSecret: config.square.applicationSecret ?? kept.squareApplicationSecret,
    squareWebhookSignatureKey: config.square.webhookSignatureKey ?? kept.squareWebhookSignatureKey,
  };
}

function readOrMake(file: string): z.infer<typeof KeysFile> {
  if (existsSync(file)) return readKeys(file);
  const made = {
    publishableKey: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secretKey: `sb_secret_${randomBytes(32).toString("base64url")}`,
    encryptionKey: randomBytes(32).toString("base64"),
    squareApplicationId: `simulated-${randomBytes(16).toString("base64url")}`,
    squareApplicationSecret: `simulated-${randomBytes(32).toString("base64url")}`,
    squareWebhookSignatureKey: randomBytes(24).toString("base64url"),
  };
  writePrivately(file, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

// A broken file is never replaced: what its keys sealed could not be opened again.
function readKeys(file: string): z.infer<typeof KeysFile> {
  try {
    return KeysFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const { code = "it does not hold the keys" } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `DATA_DIR: ${file} cannot be used (${code}); put back the one of your backup`,
    );
  }
}

/** Writes a file only its owner can read, whole or not at all. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
