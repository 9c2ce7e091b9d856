/** Returns a copy of the set with the ID, or without it if the set contains it. */
export function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const toggled = new Set(ids);
  if (!toggled.delete(id)) {
    toggled.add(id);
  }
  return toggled;
}
