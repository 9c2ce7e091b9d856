/** A measured value with its unit and its upper or lower target. */
export type BenchResult = { name: string; value: number; unit: string; atMost?: number; atLeast?: number };

const results: BenchResult[] = [];

/** Records a result for the table at the end of the run. */
export function recordResult(result: BenchResult): void {
  results.push(result);
}

/** Prints all results as a Markdown table, with each value as a share of its target. */
export function printResults(): void {
  const rows = results.map((result) => {
    const target = result.atMost ?? result.atLeast;
    const boundLabel = result.atMost === undefined ? "at least" : "at most";
    return [
      result.name,
      formatValue(result.value, result.unit),
      target === undefined ? "" : `${boundLabel} ${formatValue(target, result.unit)}`,
      target ? `${(result.value / target).toFixed(2)} ×` : "",
      meetsTarget(result) ? "" : "missed",
    ];
  });
  const table = [["result", "measured", "target", "of target", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = table;
  console.log(
    [line(head, " "), line(["", "", "", "", ""], "-"), ...body.map((row) => line(row, " "))].join("\n"),
  );
}

function meetsTarget({ value, atMost, atLeast }: BenchResult): boolean {
  // A value that was not measured is NaN and misses every target.
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** Formats a value with three significant digits, or as an integer from 100. */
function formatValue(value: number, unit: string): string {
  const number = Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return `${number} ${unit}`.trim();
}
