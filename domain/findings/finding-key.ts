/** Formats the key of a finding, such as `WL-12-003`: the firm's prefix, the project's number and the finding's number. */
export function formatFindingKey(prefix: string, projectNumber: number, number: number): string {
  return `${prefix}-${String(projectNumber).padStart(2, "0")}-${String(number).padStart(3, "0")}`;
}
