import { useQuery } from "@tanstack/react-query";
import { type ListedProject, projectQuery } from "#app/api/admin/projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { ProjectFormDialog } from "./project-form-dialog.tsx";

/** Loads the current version of a project, which may be newer than its row in the list, and edits it. */
export function EditProjectDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const stored = useQuery({ ...projectQuery(listed.project.id), refetchOnWindowFocus: false });
  if (stored.data) {
    return <ProjectFormDialog project={{ ...stored.data, company: listed.company }} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Edit Project"
      description={`${listed.project.project_name} · ${listed.company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={stored}
        errorMessage="We couldn't load the project."
        loading={<Loading text="Loading project..." rows={4} />}
      >
        {() => (
          <Banner tone="warning" urgent>
            This project no longer exists.
          </Banner>
        )}
      </Loaded>
    </Dialog>
  );
}
