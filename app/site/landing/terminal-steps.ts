import { terminalFigures } from "#app/site/firm-facts.ts";
import { brand } from "#brand";

/** A line in the terminal: a typed command, its output, a completed check, or a figure from firm-facts.ts. */
export type TerminalStep =
  | { kind: "command" | "output" | "done"; text: string }
  | { kind: "figure"; label: string; text: string };

const { reviewSpeed, bugs, delivery, velocity, satisfaction, timeToReturn, annualSavings } = terminalFigures;

/** A line has at most 36 characters. The longest command adds 20 to the name. */
const MAX_COMMAND_NAME_LENGTH = 16;

/**
 * Converts the firm's name to a command: ASCII words joined by hyphens, without trailing words that do not
 * fit.
 */
export function toCommandName(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  const candidates = words.map((_, droppedCount) => words.slice(0, words.length - droppedCount).join("-"));
  const firstThatFits = candidates.find((candidate) => candidate.length <= MAX_COMMAND_NAME_LENGTH);
  return firstThatFits || words[0]?.slice(0, MAX_COMMAND_NAME_LENGTH) || "firm";
}

const commandName = toCommandName(brand.name);

/** Each line has at most 36 characters, to fit on a phone. Lines wrap on narrower screens. */
export const TERMINAL_STEPS: readonly TerminalStep[] = [
  { kind: "command", text: `${commandName} assess --production` },
  { kind: "output", text: "Mapping models, prompts and tools" },
  { kind: "done", text: "Inventory complete" },
  { kind: "output", text: "Testing prompt injection" },
  { kind: "done", text: "Injection paths closed" },
  { kind: "output", text: "Probing tenant isolation" },
  { kind: "done", text: "Tenant isolation verified" },
  { kind: "command", text: `${commandName} govern --nist-ai-rmf` },
  { kind: "output", text: "Mapping controls to evidence" },
  { kind: "done", text: "Every risk has an owner" },
  { kind: "output", text: "Drafting policies teams can follow" },
  { kind: "done", text: "Baseline in place" },
  { kind: "command", text: `${commandName} accelerate --team` },
  { kind: "output", text: "Adding evaluations to the pipeline" },
  { kind: "output", text: "Adding review gates" },
  { kind: "done", text: "Guardrails run on every commit" },
  { kind: "command", text: `${commandName} report` },
  { kind: "figure", label: "Reviews", text: `${reviewSpeed.value} faster` },
  { kind: "figure", label: "Bugs", text: `${bugs.value} fewer` },
  { kind: "figure", label: "Delivery", text: `${delivery.value} faster` },
  { kind: "figure", label: "Velocity", text: velocity.value },
  { kind: "figure", label: "Satisfaction", text: satisfaction.value },
  { kind: "figure", label: "ROI", text: `in ${timeToReturn.value}` },
  { kind: "figure", label: "Annual savings", text: annualSavings.value },
  { kind: "done", text: "Board report ready" },
  { kind: "command", text: "book free security consultation" },
];
