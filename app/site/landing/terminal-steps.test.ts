import { expect, test } from "vitest";
import { terminalFigures } from "#app/site/firm-facts.ts";
import { TERMINAL_STEPS, toCommandName } from "./terminal-steps.ts";

const lines = TERMINAL_STEPS.map((step) =>
  step.kind === "figure" ? `${step.label} ${step.text}` : step.text,
);

test("has 26 steps", () => {
  expect(TERMINAL_STEPS).toHaveLength(26);
});

test("shows every terminal figure from firm-facts.ts", () => {
  for (const figure of Object.values(terminalFigures)) {
    expect(lines.some((line) => line.includes(figure.value))).toBe(true);
  }
});

test("keeps every line within 36 characters", () => {
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(36);
  }
});

test("converts the firm name to a command of at most 16 characters", () => {
  expect(toCommandName("Wardline")).toBe("wardline");
  expect(toCommandName("Obsidian & Daughters")).toBe("obsidian");
  expect(toCommandName("Sécurité Générale des Réseaux")).toBe("securite");
  expect(toCommandName("株式会社")).toBe("firm");
});
