import * as z from "zod/mini";
import { limitedList, limitedRecord } from "#server/findings/import/limited-schemas.ts";

/** The maximum number of turns in a conversation, and of tags of a probe. */
const MAX_LIST_LENGTH = 1_000;
/** The maximum number of outputs of an attempt, and of their scores. garak usually generates 5 to 10. */
const MAX_OUTPUTS = 10_000;
/** The maximum number of detectors of an attempt, and of probes of a run. garak has about 200 probes. */
const MAX_PLUGINS = 5_000;

const Count = z.int().check(z.minimum(0), z.maximum(100_000));
const OptionalText = z.catch(z.nullish(z.string()), undefined);
const OptionalNumber = z.catch(z.nullish(z.coerce.number()), undefined);

const Message = z.object({ text: OptionalText, data_path: OptionalText });
const Turn = z.object({ role: OptionalText, content: z.union([Message, z.string()]) });

/** Earlier versions of garak write prompts and outputs as strings. */
const Prompt = z.union([z.string(), z.object({ turns: limitedList(Turn, MAX_LIST_LENGTH) }), Message]);
const Output = z.nullish(z.union([z.string(), Message]));

export type GarakPrompt = z.infer<typeof Prompt>;
export type GarakOutput = z.infer<typeof Output>;

export const AnyRow = z.object({ entry_type: z.catch(z.optional(z.string()), undefined) });

export const SetupRow = z.object({
  "plugins.target_type": OptionalText,
  "plugins.target_name": OptionalText,
  "plugins.model_type": OptionalText,
  "plugins.model_name": OptionalText,
  "run.eval_threshold": z.catch(z.nullish(z.number()), undefined),
});

export const InitRow = z.object({ garak_version: OptionalText });

export const AttemptRow = z.object({
  status: z.number(),
  probe_classname: z.string().check(z.minLength(1)),
  prompt: z.catch(z.nullish(Prompt), undefined),
  outputs: z.catch(z.nullish(limitedList(Output, MAX_OUTPUTS)), undefined),
  detector_results: limitedRecord(limitedList(z.nullable(z.number()), MAX_OUTPUTS), MAX_PLUGINS),
  goal: OptionalText,
});
export type AttemptRow = z.infer<typeof AttemptRow>;

export const EvalRow = z.object({
  probe: z.string().check(z.minLength(1)),
  detector: z.string().check(z.minLength(1)),
  passed: Count,
  fails: z.nullish(Count),
  nones: z.nullish(Count),
  total_evaluated: z.nullish(Count),
  /** Instead of `total_evaluated` in earlier versions. */
  total: z.nullish(Count),
  confidence: OptionalNumber,
  confidence_lower: OptionalNumber,
  confidence_upper: OptionalNumber,
});
export type EvalRow = z.infer<typeof EvalRow>;

/** The only row with the tags of probes. Its keys are names such as `probes.dan.DanInTheWild`. */
export const PluginCacheRow = z.object({
  plugin_cache: z.object({
    probes: z.catch(
      z.nullish(
        limitedRecord(
          z.object({ tags: z.catch(z.nullish(limitedList(z.string(), MAX_LIST_LENGTH)), undefined) }),
          MAX_PLUGINS,
        ),
      ),
      undefined,
    ),
  }),
});

/** A row of a hit log, which has no `entry_type`. */
export const HitRow = z.object({
  probe: z.string().check(z.minLength(1)),
  detector: z.string().check(z.minLength(1)),
  score: z.nullable(z.number()),
  generator: OptionalText,
  goal: OptionalText,
  prompt: z.catch(z.nullish(Prompt), undefined),
  output: z.catch(Output, undefined),
});
