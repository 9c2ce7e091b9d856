export type SectionId =
  | "overview"
  | "projects"
  | "billing"
  | "rates"
  | "settings"
  | "book-service"
  | "documents"
  | "messages"
  | "meetings";

const PORTAL = "/client-portal";

/** The address of a section. Sections have no paths: they are kept in the search part (decisions, reading 16). */
export function sectionAddress(id: SectionId, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...(id === "overview" ? {} : { section: id }), ...more });
  return search.size > 0 ? `${PORTAL}?${search}` : PORTAL;
}
