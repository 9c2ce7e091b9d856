import { Suspense } from "react";
import { isRouteErrorResponse, Outlet, useRouteError } from "react-router";
import { ScriptLoadError } from "#app/reload-once.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { AlertDialogProvider } from "#app/ui/overlays/alert-dialog.tsx";

/**
 * Wraps all pages. Its error boundary and Suspense handle failed pages and hydration mismatches, which would
 * otherwise re-render the document in root.tsx.
 */
export default function Shell() {
  return (
    <AlertDialogProvider>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-raised focus:px-4 focus:py-3 focus:text-14"
      >
        Skip to content
      </a>
      <Suspense>
        <Outlet />
      </Suspense>
    </AlertDialogProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main id="content" className="mx-auto max-w-xl px-6 py-24">
      <h1 className="sr-only">Error</h1>
      <ErrorState
        message={
          isRouteErrorResponse(error) || error instanceof ScriptLoadError
            ? "We couldn't load this page."
            : "Something went wrong on this page."
        }
        onRetry={() => window.location.reload()}
        retryLabel="Reload"
      />
      <p className="mt-6 text-center">
        <a href="/" className="text-accent underline underline-offset-4">
          Back to Home
        </a>
      </p>
    </main>
  );
}
