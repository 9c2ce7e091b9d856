const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL accepts the text as an id. An id from a URL can be any text. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
