import * as z from "zod/mini";
import { SeverityName } from "#domain/findings/severity.ts";
import { limitedList } from "#server/findings/import/limited-schemas.ts";

const MAX_MESSAGES = 1_000;

const OptionalText = z.catch(z.nullish(z.string()), undefined);

const Metadata = z.catch(
  z.nullish(
    z.object({
      pluginId: OptionalText,
      strategyId: OptionalText,
      severity: z.catch(z.nullish(SeverityName), undefined),
      goal: OptionalText,
    }),
  ),
  undefined,
);

const ChatMessage = z.object({ role: OptionalText, content: z.unknown() });

export const PromptfooResult = z.object({
  success: z.boolean(),
  /** 0: none, 1: an assertion failed, 2: an error. */
  failureReason: z.nullish(z.number()),
  error: OptionalText,
  provider: z.catch(
    z.nullish(z.union([z.string(), z.object({ id: OptionalText, label: OptionalText })])),
    undefined,
  ),
  prompt: z.catch(z.nullish(z.union([z.string(), z.object({ raw: OptionalText })])), undefined),
  response: z.catch(
    z.nullish(
      z.object({
        output: z.unknown(),
        metadata: z.catch(
          z.nullish(
            z.object({
              redteamFinalPrompt: OptionalText,
              messages: z.catch(z.nullish(limitedList(ChatMessage, MAX_MESSAGES)), undefined),
            }),
          ),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
  gradingResult: z.catch(
    z.nullish(
      z.object({
        reason: OptionalText,
        metadata: z.catch(
          z.nullish(
            z.object({
              pluginId: OptionalText,
              strategyId: OptionalText,
              graderError: z.catch(z.nullish(z.boolean()), undefined),
            }),
          ),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
  metadata: Metadata,
  testCase: z.catch(z.nullish(z.object({ metadata: Metadata })), undefined),
});
export type PromptfooResult = z.infer<typeof PromptfooResult>;
