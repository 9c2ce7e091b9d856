import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createTemplate, FINDING_TEMPLATES_KEY } from "#app/api/admin/finding-templates.ts";
import type { Finding } from "#app/api/shared/findings.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { toFindingForm } from "#domain/findings/finding-form.ts";
import { TEMPLATE_CATEGORY_LABELS, type TemplateCategory } from "#domain/findings/template.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { listKeys } from "#domain/status.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

const CATEGORIES = listKeys(TEMPLATE_CATEGORY_LABELS);
const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: TEMPLATE_CATEGORY_LABELS[value] }));
const DEFAULT_CATEGORY: TemplateCategory = "llm";

/** Adds the content of a finding to the library of templates. Evidence and attachments belong to the finding. */
export function SaveTemplateDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [title, setTitle] = useState(finding.title);
  const [category, setCategory] = useState<TemplateCategory>(DEFAULT_CATEGORY);
  const save = useMutation({
    mutationFn: () => createTemplate({ ...toFindingForm(finding), title, category }),
    onSuccess: async () => {
      showToast("Template saved");
      onClose();
      await queryClient.invalidateQueries({ queryKey: FINDING_TEMPLATES_KEY });
    },
  });
  return (
    <GuardedFormDialog
      title="Save as template"
      description="Copies the content, tags and mappings, but not the evidence. Make sure the content doesn't name a client."
      submitButton={{ label: "Save template", busyLabel: "Saving...", disabled: title.trim() === "" }}
      subject="the template"
      isDirty={title !== finding.title || category !== DEFAULT_CATEGORY}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the template. Try again."
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={TEXT_LIMITS.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Select
        label="Category"
        value={category}
        onChange={(event) =>
          setCategory(CATEGORIES.find((value) => value === event.target.value) ?? category)
        }
        options={CATEGORY_OPTIONS}
      />
    </GuardedFormDialog>
  );
}
