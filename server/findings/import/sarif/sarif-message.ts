import { findMessageString, type SarifRun } from "./sarif-runs.ts";
import type { Rule, SarifMessage } from "./sarif-schema.ts";

/** Templates can repeat arguments. */
const MAX_LENGTH = 20_000;

/** The text of a message. Resolves its id and its arguments. */
export function resolveMessage(run: SarifRun, rule: Rule | null, message: SarifMessage | undefined): string {
  const template = message?.text ?? (message?.id ? findMessageString(run, rule, message.id) : null) ?? "";
  const values = message?.arguments ?? [];
  let length = 0;
  return template.slice(0, MAX_LENGTH).replace(/\{\{|\}\}|\{(\d{1,4})\}/g, (match, index?: string) => {
    const text = index === undefined ? match.slice(0, 1) : (values[Number(index)] ?? match);
    length += text.length;
    return length > MAX_LENGTH ? "" : text;
  });
}
