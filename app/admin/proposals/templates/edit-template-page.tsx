import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate, useParams } from "react-router";
import { saveProposalTemplate } from "#app/api/admin/proposal-changes.ts";
import {
  type ListedTemplate,
  PROPOSAL_TEMPLATES_KEY,
  proposalTemplatesQuery,
} from "#app/api/admin/proposals.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { rateCardsOrDefaults } from "#domain/rates/rate-card.ts";
import { PROPOSALS_PATH } from "../../shell/admin-pages.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { ProposalEditor } from "../editor/proposal-editor.tsx";

export const meta: MetaFunction = () => pageMeta("Edit template");

const TEMPLATES_PATH = `${PROPOSALS_PATH}/templates`;

/** Changes the name and the content of a template. */
export default function EditTemplatePage() {
  const { templateId = "" } = useParams();
  const [reloads, setReloads] = useState(0);
  const template = useQuery({
    ...proposalTemplatesQuery(),
    select: (templates) => templates.find(({ id }) => id === templateId) ?? null,
  });
  return (
    <RecordPage
      id={templateId}
      query={template}
      noun="template"
      title="Edit template"
      list={{ to: TEMPLATES_PATH, label: "Templates and terms" }}
      notFound={{
        icon: <FileText className="size-6" />,
        hint: "It may have been deleted",
        action: "View all templates",
      }}
    >
      {(loaded) => (
        <EditTemplate
          key={`${loaded.id} ${reloads}`}
          template={loaded}
          onReload={async () => {
            await template.refetch();
            setReloads(reloads + 1);
          }}
        />
      )}
    </RecordPage>
  );
}

type EditTemplateProps = { template: ListedTemplate; onReload: () => Promise<void> };

function EditTemplate({ template, onReload }: EditTemplateProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  // A refetch must not replace what the administrator is typing.
  const [stored] = useState(template);
  const { name, content } = stored;
  return (
    <>
      <PageHeader
        title="Edit template"
        subtitle="Applies to proposals that you create from now on. Existing proposals don't change."
      />
      <ProposalEditor
        initial={content}
        templateName={name}
        rateCards={rateCardsOrDefaults([])}
        save={(changed, changedName) => saveProposalTemplate(stored, changedName, changed)}
        onReload={() => void onReload()}
        onSaved={async () => {
          await queryClient.invalidateQueries({ queryKey: PROPOSAL_TEMPLATES_KEY });
          await navigate(TEMPLATES_PATH);
          showToast("Template saved");
        }}
      />
    </>
  );
}
