import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { linkedInvoicesQuery } from "#app/api/admin/project-invoices.ts";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { sortByUrgency } from "#domain/invoices/due-dates/overdue.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { InvoiceList } from "../../invoices/invoice-list.tsx";

const VISIBLE_INVOICES = 6;

type ProjectInvoicesProps = { project: ListedProject["project"]; onLinkInvoices: () => void };

/** Card with the invoices that are linked to the project, the most urgent ones first. */
export function ProjectInvoices({ project, onLinkInvoices }: ProjectInvoicesProps) {
  const invoices = useQuery({ ...linkedInvoicesQuery(project.id), staleTime: 0 });
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <Card aria-labelledby="project-invoices">
      <CardHeader
        title={<span id="project-invoices">Invoices</span>}
        action={
          <Button size="small" onClick={onLinkInvoices}>
            Link invoices
          </Button>
        }
      />
      <Loaded
        query={invoices}
        errorMessage="We couldn't load the invoices."
        loading={<Loading text="Loading invoices..." />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No invoices linked yet"
              hint="Link the client's invoices to see what was billed and paid"
            />
          ) : (
            <>
              <InvoiceList
                invoices={sortByUrgency(list).slice(0, isExpanded ? undefined : VISIBLE_INVOICES)}
              />
              {list.length > VISIBLE_INVOICES && (
                <ExpandButton className="mt-3" isExpanded={isExpanded} onChange={setIsExpanded}>
                  {isExpanded ? "Show fewer invoices" : `Show all ${formatCount(list.length, "invoice")}`}
                </ExpandButton>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
