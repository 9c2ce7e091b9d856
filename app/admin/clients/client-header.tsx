import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientDetails } from "#app/api/admin/client.ts";
import { overdueByClientQuery } from "#app/api/admin/overdue-by-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Download, FileText, Pencil, ReceiptText, UserX } from "#app/ui/icons.tsx";
import { KeepFocus } from "#app/ui/keep-focus.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { clientStatusBadge, isActiveClient } from "#domain/clients/client.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { EditClientDialog } from "./edit-client-dialog.tsx";
import { useClientStatus } from "./use-client-status.ts";

/** The client's name, status, balance and actions. */
export function ClientHeader({ client, balanceCents }: Pick<ClientDetails, "client" | "balanceCents">) {
  const [isEditing, setIsEditing] = useState(false);
  const status = useClientStatus(client);
  const { data: overdue } = useQuery(overdueByClientQuery([client.id], firmToday(new Date())));
  const isActive = isActiveClient(client);
  // The menu stays enabled during the change, because a disabled button loses the focus.
  const canSuspend = isActive && !status.isPending;
  const { label, tone } = clientStatusBadge(client.status);
  return (
    <KeepFocus>
      <PageHeader
        title={client.company}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Badge tone={tone}>{label}</Badge>
            <span className="tabular inline-flex flex-wrap items-center gap-x-2">
              Balance
              <OutstandingAmount
                cents={balanceCents}
                overdueCents={overdue?.get(client.id)}
                zeroStyle="plain"
                redIf="overdue"
              />
            </span>
          </span>
        }
        action={
          <>
            {!isActive && (
              <Button
                tone="primary"
                busy={status.isPending}
                busyLabel="Restoring..."
                onClick={status.restore}
              >
                Restore
              </Button>
            )}
            <Button
              icon={<Pencil aria-hidden="true" className="size-4" />}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          </>
        }
        menu={<MoreMenu entries={listEntries(client.id, canSuspend ? status.suspend : null)} />}
      />
      {isEditing && <EditClientDialog client={client} onClose={() => setIsEditing(false)} />}
    </KeepFocus>
  );
}

function listEntries(clientId: string, suspend: (() => void) | null): MenuEntry[] {
  return [
    {
      label: "Documents",
      icon: <FileText aria-hidden="true" className="size-4" />,
      to: `/admin/documents?client=${clientId}`,
    },
    {
      label: "Statement of account",
      icon: <ReceiptText aria-hidden="true" className="size-4" />,
      to: `/admin/clients/${clientId}/statement`,
    },
    {
      label: "Export data",
      icon: <Download aria-hidden="true" className="size-4" />,
      to: `/admin/settings?section=privacy&client=${clientId}`,
    },
    ...(suspend
      ? [
          {
            label: "Suspend client",
            icon: <UserX aria-hidden="true" className="size-4" />,
            tone: "danger" as const,
            onSelect: suspend,
          },
        ]
      : []),
  ];
}
