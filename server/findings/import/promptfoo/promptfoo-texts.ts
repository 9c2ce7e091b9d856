import type { Sample } from "#server/findings/import/results/samples.ts";
import type { PromptfooResult } from "./promptfoo-schema.ts";

/** The indentation of many levels would multiply the length of long content. */
const MAX_INDENTED_LENGTH = 5_000;

/** The goal can be the prompt itself, so it is part of the sample. */
export function createSample(result: PromptfooResult): Sample {
  const goal = result.metadata?.goal ?? result.testCase?.metadata?.goal;
  const messages = result.response?.metadata?.messages ?? [];
  const exchange =
    messages.length > 0
      ? [{ label: "Conversation", text: formatConversation(messages) }]
      : [
          { label: "Prompt", text: promptText(result) || "(no text)" },
          { label: "Output", text: formatContent(result.response?.output) || "(no text)" },
        ];
  const reason = result.gradingResult?.reason;
  return [
    ...(goal ? [{ label: "Goal", text: goal }] : []),
    ...exchange,
    ...(reason ? [{ label: "Reason of the grader", text: reason }] : []),
  ];
}

/** Strategies that change the prompt store the last one separately. */
function promptText({ prompt, response }: PromptfooResult): string {
  const raw = typeof prompt === "string" ? prompt : prompt?.raw;
  return response?.metadata?.redteamFinalPrompt ?? raw ?? "";
}

function formatConversation(messages: readonly { role?: string | null; content?: unknown }[]): string {
  return messages.map(({ role, content }) => `${role ?? "unknown"}: ${formatContent(content)}`).join("\n\n");
}

/** Outputs and contents can be text or any JSON value. */
function formatContent(content: unknown): string {
  if (typeof content === "string" || content === undefined || content === null) {
    return content ?? "";
  }
  try {
    const compact = JSON.stringify(content);
    return compact.length <= MAX_INDENTED_LENGTH ? JSON.stringify(content, null, 2) : compact;
  } catch (error) {
    // The value has too many levels for the stack.
    if (error instanceof RangeError) {
      return "(content that is nested too deeply)";
    }
    throw error;
  }
}
