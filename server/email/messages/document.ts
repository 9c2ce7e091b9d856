import type { Brand } from "#brand";
import {
  button,
  clientSignature,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";

const MAX_NAMED_DOCUMENTS = 10;

/** Sent to the client when documents can be downloaded. Contains no attachment, because reading requires signing in. */
export function documentsReady(
  { contactPerson, names }: { contactPerson: string; names: readonly string[] },
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail" | "accountManager">,
): EmailContent {
  const isSingle = names.length === 1;
  const hiddenCount = names.length - MAX_NAMED_DOCUMENTS;
  const lines = [
    ...names.slice(0, MAX_NAMED_DOCUMENTS),
    ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : []),
  ];
  return withTitle(
    (shorten) =>
      isSingle
        ? `New document from ${brand.name}: ${shorten(names[0] ?? "")}`
        : `${names.length} new documents from ${brand.name}`,
    [
      greeting(contactPerson),
      ...(isSingle
        ? // The subject contains the name.
          [paragraph("A new document is ready. Sign in to the client portal to read it.")]
        : [
            paragraph("New documents are ready. Sign in to the client portal to read them:"),
            paragraph(lines.join("\n")),
          ]),
      button(isSingle ? "View document" : "View documents", `${publicUrl}/client-portal?section=documents`),
      clientSignature(brand),
      preferences(publicUrl),
      reasonFootnote(`your role in the ${brand.name} client portal includes these documents.`),
    ],
  );
}
