import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { MarkdownField } from "../../forms/markdown-field.tsx";
import { PartList } from "../../forms/part-list.tsx";
import type { DraftContent, FindFieldError } from "./draft-content.ts";
import { createSection } from "./new-parts.ts";

type SectionFieldsProps = {
  sections: DraftContent["sections"];
  onChange: (sections: DraftContent["sections"]) => void;
  findError: FindFieldError;
};

/** The text of a proposal: headings with Markdown. */
export function SectionFields({ sections, onChange, findError }: SectionFieldsProps) {
  return (
    <Card aria-labelledby="proposal-sections">
      <CardHeader
        title={<span id="proposal-sections">Sections</span>}
        subtitle="For example, the situation, the approach and the deliverables. Supports Markdown."
      />
      <PartList
        noun="section"
        parts={sections}
        onChange={onChange}
        maxParts={PROPOSAL_LIMITS.sections}
        create={createSection}
        renderPart={(section, index, change) => (
          <div className="grid gap-4">
            <TextField
              label="Heading"
              required
              autoComplete="off"
              value={section.heading}
              onChange={(event) => change({ ...section, heading: event.currentTarget.value })}
              error={findError(`sections.${index}.heading`)}
            />
            <MarkdownField
              label="Text"
              field={{
                value: section.body,
                onChange: (event) => change({ ...section, body: event.currentTarget.value }),
              }}
              error={findError(`sections.${index}.body`)}
            />
          </div>
        )}
      />
    </Card>
  );
}
