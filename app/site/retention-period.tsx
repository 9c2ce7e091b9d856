import {
  DEFAULT_PUBLISHED_RETENTION,
  formatMonths,
  type PublishedRetention,
} from "#domain/firm/retention.ts";

/** A retention period. The build inserts the default, and the server replaces it with the current setting. */
export function RetentionPeriod({ kind }: { kind: keyof PublishedRetention }) {
  return <span data-retention={kind}>{formatMonths(DEFAULT_PUBLISHED_RETENTION[kind])}</span>;
}
