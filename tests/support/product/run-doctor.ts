import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs `npm run doctor` with exactly these environment variables. Returns the exit code and the output. */
export function runDoctor(env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
    execFile(process.execPath, ["scripts/doctor.ts"], options, (error, stdout) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout }),
    );
  });
}
