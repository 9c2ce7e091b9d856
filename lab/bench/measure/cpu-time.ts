import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU seconds consumed by a process and its descendants, including PostgreSQL backends. Unlike
 * throughput, CPU time is barely affected by other load.
 */
export function readCpuSeconds(pid: number): number {
  const stats = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? [])
      .map((stat) => [stat.pid, stat]),
  );
  const isDescendant = (processId: number): boolean =>
    processId === pid || (stats.has(processId) && isDescendant(stats.get(processId)?.parent ?? 0));
  return [...stats.values()]
    .filter((stat) => isDescendant(stat.pid))
    .reduce((sum, { ticks }) => sum + ticks / TICKS_PER_SECOND, 0);
}

function readStat(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    // The process name in parentheses may contain any character, so parse the fields after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [, parent, , , , , , , , , , user, system] = fields.map(Number);
    return { pid, parent: parent ?? 0, ticks: (user ?? 0) + (system ?? 0) };
  } catch {
    // The process ended after it was listed.
    return null;
  }
}
