import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { invoiceDraftListQuery } from "#app/api/admin/invoice-drafts.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { firstInvoiceText } from "#domain/square/writing.ts";
import { INVOICE_DRAFTS_PATH, NEW_INVOICE_DRAFT_PATH } from "../shell/admin-pages.ts";
import { DraftBadge } from "./draft-badge.tsx";

type InvoiceDraftsCardProps = {
  filter: { clientId: string } | { proposalId: string } | { projectId: string };
  /** Query string of the form for a new invoice, such as "?client=…". */
  newSearch: string;
};

/** The invoices that were created here for a client, a project or a proposal. */
export function InvoiceDraftsCard({ filter, newSearch }: InvoiceDraftsCardProps) {
  const drafts = useQuery(invoiceDraftListQuery(filter));
  const { data: writing } = useQuery(squareWritingQuery());
  return (
    <Card aria-labelledby="invoice-drafts">
      <CardHeader
        title={<span id="invoice-drafts">Draft invoices</span>}
        subtitle="Invoices created here"
        action={
          <ButtonLink to={`${NEW_INVOICE_DRAFT_PATH}${newSearch}`} size="small">
            Create invoice
          </ButtonLink>
        }
      />
      <Loaded
        query={drafts}
        errorMessage="We couldn't load the draft invoices."
        loading={<Loading text="Loading draft invoices..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No draft invoices"
              hint={firstInvoiceText(writing?.isEnabled ?? false)}
            />
          ) : (
            <ul aria-label="Draft invoices" className="divide-y divide-line">
              {list.map((draft) => (
                <li
                  key={draft.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0"
                >
                  <Link
                    to={`${INVOICE_DRAFTS_PATH}/${draft.id}`}
                    className="min-w-0 flex-1 basis-40 wrap-anywhere rounded-small font-medium hover:text-accent hover:underline"
                  >
                    {draft.title}
                  </Link>
                  <DraftBadge draft={draft} />
                  <p className="tabular ml-auto text-right sm:w-28">{formatDollars(draft.totalCents)}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
