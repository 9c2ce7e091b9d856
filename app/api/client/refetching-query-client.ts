import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/**
 * A query client that restarts a query's first fetch when the query is invalidated. TanStack Query keeps the running
 * fetch and treats its result as fresh, although it may predate the change.
 */
export class RefetchingQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none") {
      await this.cancelQueries({
        ...filters,
        type: "active",
        predicate: (query) =>
          query.state.data === undefined && (filters?.predicate === undefined || filters.predicate(query)),
      });
    }
    await super.invalidateQueries(filters, options);
  }
}
