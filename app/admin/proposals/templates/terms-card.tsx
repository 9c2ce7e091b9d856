import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { publishProposalTerms } from "#app/api/admin/proposal-changes.ts";
import { proposalTermsQuery } from "#app/api/admin/proposals.ts";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { MarkdownField } from "../../forms/markdown-field.tsx";

/** The firm's terms, and a form to publish new ones. */
export function TermsCard() {
  const terms = useQuery(proposalTermsQuery());
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card aria-labelledby="proposal-terms-card">
      <CardHeader
        title={<span id="proposal-terms-card">Terms</span>}
        subtitle="Added to each proposal when you send it"
        action={
          <Button size="small" disabled={!terms.data} onClick={() => setIsEditing(true)}>
            Change terms
          </Button>
        }
      />
      <Loaded
        query={terms}
        errorMessage="We couldn't load the terms."
        loading={<Loading text="Loading terms..." rows={6} />}
      >
        {({ version, body, published_at: publishedAt }) => (
          <>
            <p className="mb-4 text-13 text-muted">
              Version {version} · published <TimeStamp at={publishedAt} />
            </p>
            <Markdown text={body} />
            {isEditing && <TermsDialog body={body} onClose={() => setIsEditing(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function TermsDialog({ body, onClose }: { body: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [text, setText] = useState(body);
  const publish = useMutation({
    mutationFn: () => publishProposalTerms(text),
    onSuccess: async () => {
      showToast("Terms published");
      onClose();
      await queryClient.invalidateQueries({ queryKey: proposalTermsQuery().queryKey });
    },
  });
  return (
    <GuardedFormDialog
      title="Change terms"
      description="Applies to proposals that you send from now on. Sent proposals keep their terms."
      submitButton={{
        label: "Publish terms",
        busyLabel: "Publishing...",
        disabled: text.trim() === "" || text === body,
      }}
      subject="the terms"
      size="wide"
      isDirty={text !== body}
      isPending={publish.isPending}
      error={publish.error}
      errorMessage="We couldn't publish the terms. Try again."
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      <MarkdownField
        label="Terms"
        hint="Supports Markdown."
        rows={18}
        field={{ value: text, onChange: (event) => setText(event.currentTarget.value) }}
        error={undefined}
      />
    </GuardedFormDialog>
  );
}
