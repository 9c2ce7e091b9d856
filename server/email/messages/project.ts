import type { Brand } from "#brand";
import { shortenName } from "#domain/text/shorten-name.ts";
import {
  button,
  details,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

/** A change of a project's status, with the labels that the portal shows. */
export type ProjectStatusNews = { contactPerson: string; project: string; from: string; to: string };

/** Sent to the client when the status of a project changes. */
export function projectStatusChanged(
  { contactPerson, project, from, to }: ProjectStatusNews,
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail">,
): EmailContent {
  return {
    subject: `${brand.name}: ${shortenName(project)} is ${to.toLowerCase()}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`The status of your project changed from ${from} to ${to}.`),
      details(["Project", project], ["Status", to]),
      button("View project", `${publicUrl}/client-portal?section=projects`),
      paragraph(`Questions? Email ${brand.contactEmail}.`),
      signature(brand),
      preferences(publicUrl),
      reasonFootnote(`${brand.name} works on this project for you.`),
    ],
  };
}
