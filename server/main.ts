import { StartupProblem } from "#embedded-supabase/database/index.ts";
import { ConfigurationError } from "#server/config.ts";
import type { SignIn } from "#server/demo/sign-ins.ts";
import { type Product, startProduct } from "#server/product.ts";

/** A proxy that looks at `/api/ready` every second notices in this time; a socket shut before would drop requests. */
const NOTICE_MS = 2_500;

// Heard from the first moment: a start that is asked to stop finishes, and then stops cleanly.
const starting = startProduct(process.env, { say });
stopOnSignals(starting);

try {
  const product = await starting;
  say(announcement(product.url, product.signIns));
} catch (cause) {
  // What people can mend is one line; the rest keeps its trace.
  const isExpected = cause instanceof ConfigurationError || cause instanceof StartupProblem;
  process.stderr.write(
    `${isExpected ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`,
  );
  process.exit(1);
}

// A promise nobody waits for, in a library perhaps, must not end the work of everybody else.
process.on("unhandledRejection", (cause) => {
  const reason = cause instanceof Error ? cause.stack : String(cause);
  process.stderr.write(
    `${JSON.stringify({ level: "error", time: new Date(), reason, msg: "unhandled rejection" })}\n`,
  );
});

function stopOnSignals(product: Promise<Product>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // A start that fails says so itself.
    void product.then(
      async (running) => {
        if (running.mayHaveCompany) {
          running.retire();
          await new Promise((over) => setTimeout(over, NOTICE_MS));
        }
        await running.stop().finally(() => process.exit(0));
      },
      () => {},
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function announcement(url: string, signIns: readonly SignIn[]): string {
  const lines = [`Ready on ${url}`];
  for (const { who, page, email, password } of signIns)
    lines.push("", `  ${who}: ${url}${page}`, `    ${email}`, `    ${password}`);
  return lines.join("\n");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
