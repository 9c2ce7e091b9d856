/** With more hosts, their names are left out. */
const MAX_NAMES = 3;

/** Describes the hosts to a visitor: "You'll meet Maya Okafor or Sam Lee". */
export function describeHosts(names: readonly string[]): string {
  const isListed = names.length > 0 && names.length <= MAX_NAMES;
  const list = new Intl.ListFormat("en-US", { type: "disjunction" });
  return `You'll meet ${isListed ? list.format(names) : "one of our leads"}`;
}
