import type { Brand } from "#brand";
import { type ProjectStatus, projectStatusBadge } from "#domain/projects/project.ts";
import {
  button,
  clientSignature,
  contact,
  details,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";

/** A change of a project's status. */
export type ProjectStatusNews = {
  contactPerson: string;
  projectId: string;
  project: string;
  from: ProjectStatus;
  to: ProjectStatus;
};

/** Sent to the client when the status of a project changes. */
export function projectStatusChanged(
  { contactPerson, projectId, project, from, to }: ProjectStatusNews,
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail" | "accountManager">,
): EmailContent {
  const { summary, text } = STATUS_NEWS[to];
  return withTitle(
    (shorten) =>
      `${shorten(project)} ${from === "on_hold" && to === "in_progress" ? "has resumed" : summary}`,
    [
      greeting(contactPerson),
      paragraph(text),
      details(
        ["Project", project],
        ["Status", projectStatusBadge(to).label],
        ["Previously", projectStatusBadge(from).label],
      ),
      button("View project", `${publicUrl}/client-portal?section=projects&project=${projectId}`),
      contact(brand),
      clientSignature(brand),
      preferences(publicUrl),
      reasonFootnote(`your role in the ${brand.name} client portal includes this project.`),
    ],
  );
}

/** The end of the subject, after the project's name, and what the status means for the client. */
const STATUS_NEWS: Record<ProjectStatus, { summary: string; text: string }> = {
  open: {
    summary: "is open",
    text: "Your project is set up. We'll let you know when work starts.",
  },
  in_progress: {
    summary: "is in progress",
    text: "We're working on your project. Its timeline shows milestones, documents and payments.",
  },
  on_hold: {
    summary: "is on hold",
    text: "We've paused work on your project. We'll contact you about the next steps.",
  },
  completed: {
    summary: "is completed",
    text: "We've completed your project. Its documents stay available in the client portal.",
  },
  frozen: {
    summary: "is frozen",
    text: "We've stopped work on your project for now. We'll contact you about the next steps.",
  },
  cancelled: {
    summary: "was canceled",
    text: "Your project was canceled. Its documents and invoices stay available in the client portal.",
  },
};
