import { useQuery } from "@tanstack/react-query";
import { type ListedProject, storedProject } from "#app/api/admin-projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { ProjectFormDialog } from "./project-form-dialog.tsx";

/** Edits a project as it is stored now, which may be newer than its row in the list. */
export function EditProjectDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const stored = useQuery({ ...storedProject(listed.project.id), refetchOnWindowFocus: false });
  if (stored.data)
    return <ProjectFormDialog project={{ ...stored.data, company: listed.company }} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Edit Project"
      description={`${listed.project.project_name}, ${listed.company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={stored}
        failed="The project could not be loaded."
        loading={<Loading text="Loading project..." rows={4} />}
      >
        {() => (
          <Banner tone="warning" urgent>
            This project does not exist any more.
          </Banner>
        )}
      </Loaded>
    </Dialog>
  );
}
