import { useQuery } from "@tanstack/react-query";
import { findingTemplatesQuery } from "#app/api/admin/finding-templates.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { type FindingTemplate, TEMPLATE_CATEGORY_LABELS } from "#domain/findings/template.ts";
import { listKeys } from "#domain/status.ts";

/** Starts a finding from a template of the library. */
export function TemplatePicker({ onSelect }: { onSelect: (template: FindingTemplate) => void }) {
  const { data: templates = [] } = useQuery(findingTemplatesQuery());
  return (
    <Select
      label="Template"
      hint="Replaces what you entered below."
      placeholder="No template"
      value=""
      onChange={(event) => {
        const selected = templates.find(({ id }) => id === event.target.value);
        if (selected) {
          onSelect(selected.template);
        }
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
