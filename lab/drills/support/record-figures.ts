import { appendFileSync } from "node:fs";

/** Records what a drill measured. `npm run drills` reads it from the file in `DRILL_FIGURES`. */
export function recordFigures(text: string): void {
  const file = process.env.DRILL_FIGURES;
  if (file) {
    appendFileSync(file, `${text}\n`);
  } else {
    console.log(text);
  }
}
