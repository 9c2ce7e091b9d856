import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Config, ConfigurationError } from "#server/config.ts";
import { getErrorCode } from "#server/error-code.ts";

const KeysFile = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  encryptionKey: z.string(),
  squareApplicationId: z.string(),
  squareApplicationSecret: z.string(),
  squareWebhookSignatureKey: z.string(),
});

/** The installation's keys. They come from the environment, or are generated once and stored in DATA_DIR. */
export type Keys = z.infer<typeof KeysFile> & { previousEncryptionKey: string | undefined };

/** Reads `DATA_DIR/keys.json` (mode 0600) or creates it on the first start. Keys from the environment take precedence. */
export function loadKeys(config: Config): Keys {
  const storedKeys = readOrCreateKeys(join(config.dataDir, "keys.json"));
  return {
    publishableKey: config.supabase.publishableKey ?? storedKeys.publishableKey,
    secretKey: config.supabase.secretKey ?? storedKeys.secretKey,
    encryptionKey: config.encryption.key ?? storedKeys.encryptionKey,
    previousEncryptionKey: config.encryption.previousKey,
    squareApplicationId: config.square.applicationId ?? storedKeys.squareApplicationId,
    squareApplicationSecret: config.square.applicationSecret ?? storedKeys.squareApplicationSecret,
    squareWebhookSignatureKey: config.square.webhookSignatureKey ?? storedKeys.squareWebhookSignatureKey,
  };
}

function readOrCreateKeys(file: string): z.infer<typeof KeysFile> {
  if (existsSync(file)) {
    return readKeys(file);
  }
  const keys = {
    publishableKey: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secretKey: `sb_secret_${randomBytes(32).toString("base64url")}`,
    encryptionKey: randomBytes(32).toString("base64"),
    squareApplicationId: `simulated-${randomBytes(16).toString("base64url")}`,
    squareApplicationSecret: `simulated-${randomBytes(32).toString("base64url")}`,
    squareWebhookSignatureKey: randomBytes(24).toString("base64url"),
  };
  writePrivateFile(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

// A broken file is never replaced, because data encrypted with its keys would be lost.
function readKeys(file: string): z.infer<typeof KeysFile> {
  try {
    return KeysFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const code = getErrorCode(error) ?? "it does not contain the keys";
    throw new ConfigurationError(`DATA_DIR: ${file} cannot be used (${code}). Restore it from your backup.`);
  }
}

/** Writes a file atomically, readable only by its owner. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
