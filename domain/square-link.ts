/** Stands for Square's id of what the link leads to. */
const PLACE_OF_ID = "{id}";

/**
 * The address a template makes for one of Square's ids; null where there is no template or nothing to lead to. A
 * template without a place for the id leads everybody to the same page.
 */
export function squareLink(
  template: string | null | undefined,
  id: string | null | undefined,
): string | null {
  if (!template) return null;
  if (!template.includes(PLACE_OF_ID)) return template;
  return id ? template.replaceAll(PLACE_OF_ID, encodeURIComponent(id)) : null;
}
