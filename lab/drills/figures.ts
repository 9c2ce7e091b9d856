import { appendFileSync } from "node:fs";

/** Notes what a drill measured, for its line of `npm run drills` (which names the file in DRILL_FIGURES). */
export function figures(text: string): void {
  const file = process.env.DRILL_FIGURES;
  if (file) appendFileSync(file, `${text}\n`);
  else console.log(text);
}
