import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type MetaFunction, useNavigate, useSearchParams } from "react-router";
import { bookingQuery } from "#app/api/admin/bookings.ts";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { inquiryQuery } from "#app/api/admin/inquiries.ts";
import { createProposal } from "#app/api/admin/proposal-changes.ts";
import { proposalTemplatesQuery } from "#app/api/admin/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { describeRequest } from "#domain/bookings/booking.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";

export const meta: MetaFunction = () => pageMeta("New proposal");

/** Creates a draft for a client, an inquiry or a booking, empty or from a template. */
export default function NewProposalPage() {
  const [searchParams] = useSearchParams();
  const source = useSource(searchParams);
  return (
    <>
      <BackLink to={PROPOSALS_PATH} label="All proposals" />
      <PageHeader title="New proposal" subtitle="A draft · The client can't see it until you send it" />
      <NewProposal key={source.preselected?.id} {...source} />
    </>
  );
}

type Source = {
  /** The inquiry or booking that the proposal is for. */
  request: { param: { inquiryId: string } | { bookingId: string }; text: string } | null;
  preselected: { id: string; company: string } | undefined;
};

function useSource(params: URLSearchParams): Source {
  const inquiryId = params.get("inquiryId") ?? "";
  const bookingId = params.get("bookingId") ?? "";
  const clientId = params.get("client") ?? "";
  const inquiry = useQuery({ ...inquiryQuery(inquiryId), enabled: isUuid(inquiryId) });
  const booking = useQuery({ ...bookingQuery(bookingId), enabled: isUuid(bookingId) });
  const company = useQuery({ ...clientCompanyQuery(clientId), enabled: isUuid(clientId) });
  const preselected = company.data ? { id: clientId, company: company.data } : undefined;
  if (inquiryId) {
    const text = inquiry.data ? `For inquiry ${inquiry.data.reference} from ${inquiry.data.company}.` : "";
    return { request: { param: { inquiryId }, text }, preselected };
  }
  if (bookingId) {
    const text = booking.data
      ? `For the ${describeRequest(booking.data)} from ${booking.data.clients.company}.`
      : "";
    return { request: { param: { bookingId }, text }, preselected };
  }
  return { request: null, preselected };
}

function NewProposal({ request, preselected }: Source) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(proposalTemplatesQuery());
  const [clientId, setClientId] = useState(preselected?.id ?? "");
  const [templateId, setTemplateId] = useState("");
  const [hasTriedToCreate, setHasTriedToCreate] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      createProposal({ ...(request ? request.param : { clientId }), templateId: templateId || null }),
    onSuccess: async (id) => {
      await refetchProposals(queryClient);
      await navigate(`${PROPOSALS_PATH}/${id}/edit`);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setHasTriedToCreate(true);
    if (request || clientId) {
      create.mutate();
    }
  }
  return (
    <Card aria-label="New proposal" className="max-w-xl">
      <form noValidate onSubmit={submit} className="grid gap-4">
        {request ? (
          request.text && <p className="text-14">{request.text}</p>
        ) : (
          <ClientSelect
            control={{ value: clientId, onChange: (event) => setClientId(event.currentTarget.value) }}
            {...(preselected ? { initial: preselected } : {})}
            error={hasTriedToCreate && !clientId ? "Select a client" : undefined}
          />
        )}
        <Select
          label="Template"
          hint="Fills in sections, line items and a payment plan."
          placeholder="No template"
          value={templateId}
          onChange={(event) => setTemplateId(event.currentTarget.value)}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {create.error && (
          <Banner tone="negative" urgent>
            {errorMessage(create.error, "We couldn't create the proposal. Try again.")}
          </Banner>
        )}
        <div className="flex justify-end">
          <Button type="submit" tone="primary" busy={create.isPending} busyLabel="Creating...">
            Create draft
          </Button>
        </div>
      </form>
    </Card>
  );
}
