import { StartupError } from "@wardline/embedded-supabase/database";
import { ConfigurationError } from "#server/config.ts";

/** An error that the operator can fix. Its message is printed without a stack trace. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Runs a command and prints its result. On an error, prints the message to stderr and sets exit code 1. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await command(process.argv.slice(2)));
  } catch (error) {
    const isExpected =
      error instanceof CommandError || error instanceof StartupError || error instanceof ConfigurationError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
