import type { Sample } from "#server/findings/import/results/samples.ts";
import type { GarakOutput, GarakPrompt } from "./garak-schema.ts";

const NO_TEXT = "(no text)";

export function createSample(prompt: GarakPrompt | null | undefined, output: GarakOutput): Sample {
  return [
    { label: "Prompt", text: formatPrompt(prompt) || NO_TEXT },
    { label: "Output", text: formatMessage(output) || NO_TEXT },
  ];
}

/** A conversation with several turns is shown with the role of each turn. */
function formatPrompt(prompt: GarakPrompt | null | undefined): string {
  if (!prompt || typeof prompt === "string" || !("turns" in prompt)) {
    return formatMessage(prompt);
  }
  if (prompt.turns.length === 1) {
    return formatMessage(prompt.turns[0]?.content);
  }
  return prompt.turns
    .map(({ role, content }) => `${role ?? "unknown"}: ${formatMessage(content)}`)
    .join("\n\n");
}

/** The path of a media file is left out, because it can contain the name of the tester. */
function formatMessage(message: GarakOutput): string {
  if (!message || typeof message === "string") {
    return message ?? "";
  }
  return message.text ?? (message.data_path ? "(media file)" : "");
}
