import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/**
 * Seconds of processor that a process and all it has started have used until now; PostgreSQL's backends are among them.
 * Unlike requests a second, it is about the same beside other work.
 */
export function processorSeconds(pid: number): number {
  const stats = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)) ?? [])
      .map((stat) => [stat.pid, stat]),
  );
  const isOurs = (at: number): boolean => at === pid || (stats.has(at) && isOurs(stats.get(at)?.parent ?? 0));
  return [...stats.values()]
    .filter((stat) => isOurs(stat.pid))
    .reduce((sum, { ticks }) => sum + ticks / TICKS_A_SECOND, 0);
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    // The name, in brackets, may hold anything: what follows it is counted.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [, parent, , , , , , , , , , user, system] = fields.map(Number);
    return { pid, parent: parent ?? 0, ticks: (user ?? 0) + (system ?? 0) };
  } catch {
    // Gone since it was listed.
    return null;
  }
}
