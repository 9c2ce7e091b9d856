import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { deleteProposalTemplate } from "#app/api/admin/proposal-changes.ts";
import {
  type ListedTemplate,
  PROPOSAL_TEMPLATES_KEY,
  proposalTemplatesQuery,
} from "#app/api/admin/proposals.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ProposalDocument } from "#app/components/proposals/proposal-document.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { PROPOSALS_PATH } from "../../shell/admin-pages.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { TermsCard } from "./terms-card.tsx";

export const meta: MetaFunction = () => pageMeta("Proposal templates");

/** The templates that proposals can start from, and the firm's terms. */
export default function ProposalTemplatesPage() {
  const templates = useQuery(proposalTemplatesQuery());
  return (
    <>
      <BackLink to={PROPOSALS_PATH} label="All proposals" />
      <PageHeader
        title="Templates and terms"
        subtitle="Templates for new proposals, and the terms added to each one"
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card aria-labelledby="proposal-templates">
          <CardHeader
            title={<span id="proposal-templates">Templates</span>}
            subtitle="To add one, open a proposal and choose Save as template"
          />
          <Loaded
            query={templates}
            errorMessage="We couldn't load the templates."
            loading={<Loading text="Loading templates..." rows={3} />}
          >
            {(list) =>
              list.length === 0 ? (
                <EmptyState
                  icon={<FileText className="size-6" />}
                  title="No templates yet"
                  hint="Save a proposal as a template to reuse it"
                />
              ) : (
                <ul className="divide-y divide-line">
                  {list.map((template) => (
                    <TemplateRow key={template.id} template={template} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Card>
        <TermsCard />
      </div>
    </>
  );
}

function TemplateRow({ template: { id, name, isBuiltin, content } }: { template: ListedTemplate }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteProposalTemplate(id),
    onSuccess: () => showToast("Template deleted"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't delete the template. Try again."), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PROPOSAL_TEMPLATES_KEY }),
  });
  async function askAndRemove() {
    if (
      await confirm({
        text: `Delete the template “${name}”? Proposals created from it don't change.`,
        confirmLabel: "Delete template",
        tone: "danger",
      })
    ) {
      remove.mutate();
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-14 first:pt-0">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block wrap-anywhere font-medium">{name}</span>
        <span className="block text-13 text-muted">
          {[
            formatCount(content.sections.length, "section"),
            formatCount(content.items.length, "line item"),
            ...(isBuiltin ? ["built in"] : []),
          ].join(" · ")}
        </span>
      </span>
      <span className="flex gap-2">
        <Button size="small" aria-label={`Show ${name}`} onClick={() => setIsOpen(true)}>
          Show
        </Button>
        <ButtonLink size="small" to={`${PROPOSALS_PATH}/templates/${id}`} aria-label={`Edit ${name}`}>
          Edit
        </ButtonLink>
        <Button
          size="small"
          tone="quiet"
          aria-label={`Delete ${name}`}
          disabled={remove.isPending}
          onClick={askAndRemove}
        >
          Delete
        </Button>
      </span>
      {isOpen && (
        <Dialog
          open
          size="wide"
          title={name}
          onClose={() => setIsOpen(false)}
          footer={<Button onClick={() => setIsOpen(false)}>Close</Button>}
        >
          <ProposalDocument content={content} totals={proposalTotals(content)} />
        </Dialog>
      )}
    </li>
  );
}
