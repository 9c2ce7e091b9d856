import * as z from "zod/mini";
import { limitedList, limitedRecord } from "#server/findings/import/limited-schemas.ts";

/** Of rules of extensions and entries of taxonomies in a file. They stay in memory, and can have 10 bytes each. */
export const MAX_DEFINITIONS = 100_000;
/** Results cannot refer to rules with longer ids. */
export const MAX_RULE_ID_LENGTH = 500;
const MAX_LIST_LENGTH = 1_000;
const MAX_MESSAGE_STRINGS = 10_000;
const MAX_SHORT_TEXT_LENGTH = 500;

const OptionalText = z.catch(z.nullish(z.string()), undefined);
/** Names of components and ids of taxonomy entries. Each result of a rule compares them again. */
const OptionalShortText = z.catch(z.nullish(z.string().check(z.maxLength(MAX_SHORT_TEXT_LENGTH))), undefined);
const OptionalIndex = z.catch(z.nullish(z.int().check(z.minimum(0))), undefined);

function optional<Schema extends z.core.SomeType>(schema: Schema) {
  return z.catch(z.nullish(schema), undefined);
}

/**
 * A list without its invalid elements. A longer list is ignored, because 200 results are in memory at the same time, and an
 * empty object needs many times its size in the file.
 */
function optionalList<Schema extends z.core.SomeType>(schema: Schema, maxLength = MAX_LIST_LENGTH) {
  return optional(limitedList(optional(schema), maxLength));
}

const Level = z.enum(["none", "note", "warning", "error"]);
export type Level = z.infer<typeof Level>;

const Message = z.object({
  text: OptionalText,
  id: OptionalText,
  arguments: optional(limitedList(z.string(), MAX_LIST_LENGTH)),
});
export type SarifMessage = z.infer<typeof Message>;

const MessageStrings = optional(
  limitedRecord(optional(z.object({ text: OptionalText })), MAX_MESSAGE_STRINGS),
);

const ComponentReference = z.object({
  name: OptionalShortText,
  guid: OptionalShortText,
  index: OptionalIndex,
});

/** Refers to a rule or to an entry of a taxonomy. */
const Descriptor = z.object({
  id: OptionalText,
  index: OptionalIndex,
  toolComponent: optional(ComponentReference),
});
export type DescriptorReference = z.infer<typeof Descriptor>;

const Properties = z.object({
  tags: optional(limitedList(z.string(), MAX_LIST_LENGTH)),
  "security-severity": optional(z.union([z.string().check(z.maxLength(MAX_SHORT_TEXT_LENGTH)), z.number()])),
});

export const Rule = z.object({
  id: z.string().check(z.maxLength(MAX_RULE_ID_LENGTH)),
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
  name: OptionalShortText,
  guid: OptionalShortText,
  rules: optionalList(Rule, MAX_DEFINITIONS),
  globalMessageStrings: MessageStrings,
});
export type ToolExtension = z.infer<typeof ToolExtension>;

export const GlobalMessageStrings = MessageStrings;

export const TaxonomyComponent = z.object({
  name: OptionalShortText,
  guid: OptionalShortText,
  version: OptionalShortText,
  taxa: optionalList(z.object({ id: OptionalShortText }), MAX_DEFINITIONS),
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
const Fingerprints = optional(limitedRecord(z.string(), MAX_LIST_LENGTH));

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
