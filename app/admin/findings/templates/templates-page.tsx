import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import {
  deleteTemplate,
  FINDING_TEMPLATES_KEY,
  findingTemplatesQuery,
  type ListedTemplate,
} from "#app/api/admin/finding-templates.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { FileSearch } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { TEMPLATE_CATEGORY_LABELS } from "#domain/findings/template.ts";
import { FINDINGS_PATH } from "../../shell/admin-pages.ts";
import { pageMeta } from "../../shell/page-meta.ts";

export const meta: MetaFunction = () => pageMeta("Template library");

/** The templates that findings can start from. */
export default function TemplatesPage() {
  const templates = useQuery(findingTemplatesQuery());
  const [search, setSearch] = useState("");
  const text = search.trim().toLowerCase();
  return (
    <>
      <BackLink to={FINDINGS_PATH} label="All findings" />
      <PageHeader
        title="Template library"
        subtitle="New findings can start from a template. To add one, open a finding and choose Save as template."
      />
      <SearchField
        label="Search templates"
        placeholder="Search templates..."
        className="mb-4 w-full sm:w-72"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Loaded
        query={templates}
        errorMessage="We couldn't load the templates."
        loading={<Loading text="Loading templates..." rows={6} />}
      >
        {(list) => {
          const matches = list.filter(({ template }) =>
            [template.title, ...template.tags].some((value) => value.toLowerCase().includes(text)),
          );
          return matches.length === 0 ? (
            <EmptyState
              icon={<FileSearch className="size-6" />}
              title="No templates found"
              hint="Try another search"
            />
          ) : (
            <ul className="grid gap-4">
              {matches.map((entry) => (
                <li key={entry.id}>
                  <Template entry={entry} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function Template({ entry: { id, category, isBuiltin, template } }: { entry: ListedTemplate }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteTemplate(id),
    onSuccess: () => showToast("Template deleted"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't delete the template. Try again."), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: FINDING_TEMPLATES_KEY }),
  });
  async function askAndRemove() {
    if (
      await confirm({
        text: `Delete the template “${template.title}”? Findings created from it don't change.`,
        confirmLabel: "Delete template",
        tone: "danger",
      })
    ) {
      remove.mutate();
    }
  }
  return (
    <Card>
      <CardHeader
        title={template.title}
        subtitle={`${TEMPLATE_CATEGORY_LABELS[category]} · ${isBuiltin ? "Included with the product" : "Added by your team"}`}
        action={<SeverityBadge severity={template.severity} />}
      />
      {isOpen && (
        <div className="mb-4 grid gap-4">
          <Markdown text={template.description} />
          <Markdown text={template.impact} />
          <Markdown text={template.reproductionSteps} />
          <Markdown text={template.recommendation} />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} details of ${template.title}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide details" : "Show details"}
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={`Delete ${template.title}`}
          disabled={remove.isPending}
          onClick={askAndRemove}
        >
          Delete
        </Button>
      </div>
    </Card>
  );
}
