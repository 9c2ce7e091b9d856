import { StartupError } from "@wardline/embedded-supabase/database";
import { ConfigurationError } from "#server/config.ts";
import type { SignIn } from "#server/demo/sign-ins.ts";
import { type Product, startProduct } from "#server/start-product.ts";

/** Gives a proxy that polls `/api/ready` every second enough time to stop sending requests before the socket closes. */
const DRAIN_NOTICE_MS = 2_500;

// Handle signals from the beginning, so that a signal during startup stops the server cleanly after it has started.
const startup = startProduct(process.env, { writeLine });
stopOnSignals(startup);

try {
  const product = await startup;
  writeLine(formatReadyMessage(product.url, product.signIns));
} catch (error) {
  // Expected errors have a one-line message that the operator can act on. Other errors are printed with their stack.
  const isExpected = error instanceof ConfigurationError || error instanceof StartupError;
  process.stderr.write(
    `${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

// An unhandled rejection, for example in a library, must not stop the process for all users.
process.on("unhandledRejection", (error) => {
  const reason = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    `${JSON.stringify({ level: "error", time: new Date(), reason, msg: "unhandled rejection" })}\n`,
  );
});

function stopOnSignals(product: Promise<Product>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    // The `catch` block above reports a failed start.
    void product.then(
      async (running) => {
        if (running.mayHaveOtherProcesses) {
          running.drain();
          await new Promise((resolve) => setTimeout(resolve, DRAIN_NOTICE_MS));
        }
        await running.stop().finally(() => process.exit(0));
      },
      () => {},
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function formatReadyMessage(url: string, signIns: readonly SignIn[]): string {
  const lines = [`Ready on ${url}`];
  for (const { who, page, email, password } of signIns) {
    lines.push("", `  ${who}: ${url}${page}`, `    ${email}`, `    ${password}`);
  }
  return lines.join("\n");
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
