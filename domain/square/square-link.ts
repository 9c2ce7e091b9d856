/** Replaced by the Square id of the subscription or invoice. */
const ID_PLACEHOLDER = "{id}";

/**
 * Builds a Square URL from a template. Returns null without a template, or when the template needs an id and there is
 * none.
 */
export function buildSquareUrl(
  template: string | null | undefined,
  id: string | null | undefined,
): string | null {
  if (!template) {
    return null;
  }
  if (!template.includes(ID_PLACEHOLDER)) {
    return template;
  }
  return id ? template.replaceAll(ID_PLACEHOLDER, encodeURIComponent(id)) : null;
}
