import { useMutation } from "@tanstack/react-query";
import { fetchExportedFindings } from "#app/api/portal/findings.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Download, Ellipsis, Printer } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { useCurrentClient } from "../current-client.ts";
import { useMemberNames } from "../use-member-names.ts";

type ExportMenuProps = { projects: readonly { id: string; project_name: string }[] };

const DownloadIcon = () => <Download aria-hidden="true" className="size-4" />;

/** Downloads all findings as CSV for spreadsheets, or as SARIF for security tools, or prints the list. */
export function ExportMenu({ projects }: ExportMenuProps) {
  const { id } = useCurrentClient();
  const formatMember = useMemberNames();
  const showToast = useToast();
  const download = useMutation({
    mutationFn: async (format: "csv" | "sarif") => {
      const findings = await fetchExportedFindings(id, {
        formatMember,
        formatProject: (project) => projects.find((other) => other.id === project)?.project_name ?? "",
      });
      const name = `findings-${firmToday(new Date())}.${format}`;
      if (format === "csv") {
        const { findingsToCsv } = await import("#domain/findings/export/findings-csv.ts");
        downloadFile(name, new Blob([findingsToCsv(findings)], { type: "text/csv;charset=utf-8" }));
      } else {
        const { findingsToSarif } = await import("#domain/findings/export/findings-sarif.ts");
        const firm = { name: brand.name, url: window.location.origin };
        downloadFile(name, new Blob([findingsToSarif(findings, firm)], { type: "application/json" }));
      }
    },
    onError: () => showToast("We couldn't export the findings. Try again.", { tone: "negative" }),
  });
  const printEntry = {
    label: "Print",
    icon: <Printer aria-hidden="true" className="size-4" />,
    onSelect: () => window.print(),
  };
  const exportEntries = [
    { label: "Export CSV", icon: <DownloadIcon />, onSelect: () => download.mutate("csv") },
    {
      label: "Export SARIF (security tools)",
      icon: <DownloadIcon />,
      onSelect: () => download.mutate("sarif"),
    },
  ];
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-14 text-muted print:hidden">
        {download.isPending && "Exporting..."}
      </p>
      <Menu
        trigger={
          <IconButton
            label="More actions"
            className="print:hidden"
            aria-busy={download.isPending || undefined}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        // Only one export runs at a time.
        entries={download.isPending ? [printEntry] : [...exportEntries, printEntry]}
      />
    </div>
  );
}
