import { brand } from "#brand";

/** A line of the terminal: what is typed, what is answered, what was found good, or a figure of the firm. */
export type TerminalStep =
  | { kind: "command" | "output" | "done"; text: string }
  | { kind: "figure"; label: string; text: string };

const { reviewSpeed, bugs, delivery, velocity, satisfaction, timeToReturn, annualSavings } =
  brand.terminalFigures;

/** The longest command has 20 characters after the name, and a line 36; names break between words. */
const LONGEST_NAME = 16;

/** The firm's name as it would be typed: one word of plain letters, never longer than the terminal has room for. */
export function commandName(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  // All of the words, then all but the last, and so on.
  const shorterAndShorter = words.map((_, dropped) => words.slice(0, words.length - dropped).join("-"));
  const fitting = shorterAndShorter.find((typed) => typed.length <= LONGEST_NAME);
  return fitting || words[0]?.slice(0, LONGEST_NAME) || "firm";
}

const command = commandName(brand.name);

/** Short enough for a phone: no line has more than 36 characters, and narrower screens break it. */
export const terminalSteps: readonly TerminalStep[] = [
  { kind: "command", text: `${command} assess --production` },
  { kind: "output", text: "Mapping models, prompts and tools" },
  { kind: "done", text: "Inventory complete" },
  { kind: "output", text: "Trying prompt injection" },
  { kind: "done", text: "Injection paths closed" },
  { kind: "output", text: "Trying to read other tenants" },
  { kind: "done", text: "Tenant boundaries hold" },
  { kind: "command", text: `${command} govern --nist-ai-rmf` },
  { kind: "output", text: "Matching controls to evidence" },
  { kind: "done", text: "Every risk has an owner" },
  { kind: "output", text: "Writing policies people can follow" },
  { kind: "done", text: "Baseline in place" },
  { kind: "command", text: `${command} accelerate --team` },
  { kind: "output", text: "Adding evaluations to the pipeline" },
  { kind: "output", text: "Adding review gates" },
  { kind: "done", text: "Guardrails run on every commit" },
  { kind: "command", text: `${command} report` },
  { kind: "figure", label: "Reviews", text: `${reviewSpeed.value} faster` },
  { kind: "figure", label: "Bugs", text: `${bugs.value} fewer` },
  { kind: "figure", label: "Delivery", text: `${delivery.value} faster` },
  { kind: "figure", label: "Velocity", text: velocity.value },
  { kind: "figure", label: "Satisfaction", text: satisfaction.value },
  { kind: "figure", label: "ROI", text: `in ${timeToReturn.value}` },
  { kind: "figure", label: "Annual savings", text: annualSavings.value },
  { kind: "done", text: "Report ready for your board" },
  { kind: "command", text: "book free security consultation" },
];
