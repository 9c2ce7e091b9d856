import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `npm run doctor` as an operator does, with these variables and no others. @returns how it ended, and what it said. */
export function aDoctor(env: Record<string, string>): Promise<{ code: number; says: string }> {
  return new Promise((ended) => {
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
    execFile(process.execPath, ["scripts/doctor.ts"], options, (error, stdout) =>
      ended({ code: typeof error?.code === "number" ? error.code : 0, says: stdout }),
    );
  });
}
