import { expect, test } from "vitest";
import { brand } from "#brand";
import { commandName, terminalSteps } from "./terminal-steps.ts";

const spoken = terminalSteps.map((step) =>
  step.kind === "figure" ? `${step.label} ${step.text}` : step.text,
);

test("the terminal has the 26 steps of the specification", () => {
  expect(terminalSteps).toHaveLength(26);
});

test("every figure of the terminal comes from the brand", () => {
  for (const figure of Object.values(brand.terminalFigures)) {
    expect(spoken.some((line) => line.includes(figure.value))).toBe(true);
  }
});

test("no line is too long for a phone, whatever the firm is called", () => {
  for (const line of spoken) expect(line.length).toBeLessThanOrEqual(36);
});

test("a firm's name becomes one word of a command, short enough for the longest", () => {
  expect(commandName("Wardline")).toBe("wardline");
  expect(commandName("Obsidian & Daughters")).toBe("obsidian");
  expect(commandName("Sécurité Générale des Réseaux")).toBe("securite");
  expect(commandName("株式会社")).toBe("firm");
});
