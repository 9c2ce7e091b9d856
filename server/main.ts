import { StartupProblem } from "#embedded-supabase/database/index.ts";
import { ConfigurationError } from "#server/config.ts";
import type { SignIn } from "#server/demonstration/sign-ins.ts";
import { type Product, startProduct } from "#server/product.ts";

try {
  const product = await startProduct(process.env, { say });
  say(announcement(product.url, product.signIns));
  stopOnSignals(product);
} catch (cause) {
  // What people can mend is one line; the rest keeps its trace.
  const isExpected = cause instanceof ConfigurationError || cause instanceof StartupProblem;
  process.stderr.write(
    `${isExpected ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`,
  );
  process.exit(1);
}

function stopOnSignals(product: Product): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void product.stop().finally(() => process.exit(0));
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
