export type SectionId =
  | "overview"
  | "projects"
  | "proposals"
  | "findings"
  | "billing"
  | "rates"
  | "settings"
  | "book-service"
  | "documents"
  | "messages"
  | "meetings";

const PORTAL_PATH = "/client-portal";

/** Returns a section's URL. The section is stored in the query string. */
export function sectionUrl(id: SectionId, params: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...(id === "overview" ? {} : { section: id }), ...params });
  return search.size > 0 ? `${PORTAL_PATH}?${search}` : PORTAL_PATH;
}
