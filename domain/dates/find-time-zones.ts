import { formatTimeZoneOption } from "./time-zone.ts";

/** All supported zones with the text that a search matches. Created on the first search, because it takes a while. */
let searchable: ReadonlyArray<{ zone: string; city: string; text: string }> | null = null;

/**
 * Finds time zones by their city, name, offset or IANA name. Every word must match the start of a word. Zones whose city
 * starts with the text come first.
 */
export function findTimeZones(text: string, maxResults: number): string[] {
  const words = tokenize(text);
  if (words.length === 0) {
    return [];
  }
  searchable ??= Intl.supportedValuesOf("timeZone").map((zone) => {
    const option = formatTimeZoneOption(zone, new Date());
    return { zone, city: tokenize(option).join(" "), text: ` ${tokenize(`${option} ${zone}`).join(" ")}` };
  });
  const query = words.join(" ");
  return searchable
    .filter((each) => words.every((word) => each.text.includes(` ${word}`)))
    .toSorted((one, other) => Number(other.city.startsWith(query)) - Number(one.city.startsWith(query)))
    .slice(0, maxResults)
    .map(({ zone }) => zone);
}

/** Splits a text into lower-case words without accents. */
function tokenize(text: string): string[] {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9+:-]+/)
    .filter((word) => word !== "");
}
