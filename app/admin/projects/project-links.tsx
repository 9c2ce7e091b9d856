import { Link } from "react-router";
import { projectPath } from "../shell/admin-pages.ts";

const LINK_CLASSES = "wrap-anywhere rounded-small underline hover:text-accent";

type ProjectLinksProps = {
  project: { id: string; project_name: string };
  client: { id: string; company: string };
};

/** Links to a project and its client, for the subtitle of a page about a part of the project. */
export function ProjectLinks({ project, client }: ProjectLinksProps) {
  return (
    <>
      <Link to={projectPath(project.id)} className={LINK_CLASSES}>
        {project.project_name}
      </Link>
      {" · "}
      <Link to={`/admin/clients/${client.id}`} className={LINK_CLASSES}>
        {client.company}
      </Link>
    </>
  );
}
