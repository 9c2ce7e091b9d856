/** A measured number with its unit, and what it should be at most or at least. */
export type Figure = { what: string; value: number; unit: string; atMost?: number; atLeast?: number };

const figures: Figure[] = [];

/** Keeps a figure for the table that ends a run. */
export function keep(figure: Figure): void {
  figures.push(figure);
}

/** Prints what was kept as one Markdown table; each value also as a share of its aim. */
export function printTable(): void {
  const rows = figures.map((figure) => {
    const aim = figure.atMost ?? figure.atLeast;
    const least = figure.atMost === undefined ? "at least" : "at most";
    return [
      figure.what,
      written(figure.value, figure.unit),
      aim === undefined ? "" : `${least} ${written(aim, figure.unit)}`,
      aim ? `${(figure.value / aim).toFixed(2)} ×` : "",
      holds(figure) ? "" : "missed",
    ];
  });
  const table = [["figure", "measured", "aim", "of the aim", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = table;
  console.log(
    [line(head, " "), line(["", "", "", "", ""], "-"), ...body.map((row) => line(row, " "))].join("\n"),
  );
}

function holds({ value, atMost, atLeast }: Figure): boolean {
  // What was not measured, NaN, is neither and holds nothing.
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** Three figures that count, more of large numbers. */
function written(value: number, unit: string): string {
  const number = Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return `${number} ${unit}`.trim();
}
