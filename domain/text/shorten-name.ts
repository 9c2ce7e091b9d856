const MAX_LENGTH = 30;

/** Shortens a name so that it fits in the subject of an email. */
export function shortenName(name: string): string {
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1).trimEnd()}…` : name;
}
