/** A value outside of a closed set, such as a status that a newer version of the database has. Only for tests. */
export function unknownValue(value: string): never {
  // Safe, because functions that receive it must handle unknown values.
  return value as never;
}
