import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findingTemplatesQuery } from "#app/api/admin/finding-templates.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { type FindingTemplate, TEMPLATE_CATEGORY_LABELS } from "#domain/findings/template.ts";
import { listKeys } from "#domain/status.ts";

/** Starts a finding from a template of the library, or an empty one. */
export function TemplatePicker({ onSelect }: { onSelect: (template: FindingTemplate | null) => void }) {
  const { data: templates = [] } = useQuery(findingTemplatesQuery());
  // The arrow keys move on from the selected template.
  const [selectedId, setSelectedId] = useState("");
  return (
    <Select
      label="Template"
      hint="Fills in the form. Replaces anything you've entered."
      placeholder="No template"
      value={selectedId}
      onChange={({ target }) => {
        setSelectedId(target.value);
        onSelect(templates.find(({ id }) => id === target.value)?.template ?? null);
      }}
      options={listKeys(TEMPLATE_CATEGORY_LABELS).flatMap((category) =>
        templates
          .filter((template) => template.category === category)
          .map(({ id, template }) => ({
            value: id,
            label: `${TEMPLATE_CATEGORY_LABELS[category]}: ${template.title}`,
          })),
      )}
    />
  );
}
