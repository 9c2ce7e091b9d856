export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Rounds to whole percent. A rare success does not become 0%. */
export function formatPercent(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? "under 1%" : `${percent}%`;
}

/** For example `garak ran 40 attempts with this probe. 12 of them succeeded (30%).` */
export function formatSuccesses(introduction: string, successes: number, total: number): string {
  if (total === 1) {
    return `${introduction} It succeeded.`;
  }
  return `${introduction} ${formatCount(successes)} of them succeeded (${formatPercent(successes / total)}).`;
}
