import * as z from "zod/mini";

/** Of rules of extensions and entries of taxonomies in a file. They stay in memory, and can have 10 bytes each. */
export const MAX_DEFINITIONS = 100_000;

const OptionalText = z.catch(z.nullish(z.string()), undefined);
const OptionalIndex = z.catch(z.nullish(z.int().check(z.minimum(0))), undefined);

function optional<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.catch(z.nullish(schema), undefined);
}

/**
 * A list without its invalid elements. A longer list is ignored, because 200 results are in memory at the same time, and an
 * empty object needs many times its size in the file.
 */
function optionalList<Schema extends z.core.$ZodType>(schema: Schema, maxLength = 1_000) {
  return optional(z.array(optional(schema)).check(z.maxLength(maxLength)));
}

const Level = z.enum(["none", "note", "warning", "error"]);
export type Level = z.infer<typeof Level>;

const Message = z.object({ text: OptionalText, id: OptionalText, arguments: optional(z.array(z.string())) });
export type SarifMessage = z.infer<typeof Message>;

const MessageStrings = optional(z.record(z.string(), optional(z.object({ text: OptionalText }))));

const ComponentReference = z.object({ name: OptionalText, guid: OptionalText, index: OptionalIndex });

/** Refers to a rule or to an entry of a taxonomy. */
const Descriptor = z.object({
  id: OptionalText,
  index: OptionalIndex,
  toolComponent: optional(ComponentReference),
});
export type DescriptorReference = z.infer<typeof Descriptor>;

const Properties = z.object({
  tags: optional(z.array(z.string())),
  "security-severity": optional(z.union([z.string(), z.number()])),
});

export const Rule = z.object({
  id: z.string(),
  name: OptionalText,
  shortDescription: optional(Message),
  fullDescription: optional(Message),
  help: optional(Message),
  helpUri: OptionalText,
  messageStrings: MessageStrings,
  defaultConfiguration: optional(z.object({ level: optional(Level) })),
  relationships: optionalList(z.object({ target: Descriptor })),
  properties: optional(Properties),
});
export type Rule = z.infer<typeof Rule>;

export const ToolExtension = z.object({
  name: OptionalText,
  guid: OptionalText,
  rules: optionalList(Rule, MAX_DEFINITIONS),
  globalMessageStrings: MessageStrings,
});
export type ToolExtension = z.infer<typeof ToolExtension>;

export const GlobalMessageStrings = MessageStrings;

export const TaxonomyComponent = z.object({
  name: OptionalText,
  guid: OptionalText,
  version: OptionalText,
  taxa: optionalList(z.object({ id: OptionalText }), MAX_DEFINITIONS),
});
export type TaxonomyComponent = z.infer<typeof TaxonomyComponent>;

const Location = z.object({
  physicalLocation: optional(
    z.object({
      artifactLocation: optional(z.object({ uri: OptionalText, index: OptionalIndex })),
      region: optional(
        z.object({ startLine: OptionalIndex, snippet: optional(z.object({ text: OptionalText })) }),
      ),
    }),
  ),
  logicalLocations: optionalList(z.object({ name: OptionalText, fullyQualifiedName: OptionalText }), 10),
});
export type SarifLocation = z.infer<typeof Location>;

const Suppression = z.object({ status: OptionalText });
const Fingerprints = optional(z.record(z.string(), z.string()));

export const SarifResult = z.object({
  ruleId: OptionalText,
  ruleIndex: z.catch(z.nullish(z.int()), undefined),
  rule: optional(Descriptor),
  kind: OptionalText,
  level: optional(Level),
  baselineState: OptionalText,
  message: z.optional(Message),
  locations: optionalList(Location),
  fingerprints: Fingerprints,
  partialFingerprints: Fingerprints,
  suppressions: optionalList(Suppression),
  taxa: optionalList(Descriptor),
  properties: optional(Properties),
});
export type SarifResult = z.infer<typeof SarifResult>;
