declare global {
  interface Window {
    /** Set by React Router. */
    __reactRouterManifest?: { version?: string };
  }
}

/** A script of the application couldn't be loaded. */
export class ScriptLoadError extends Error {}

/**
 * Reloads the page after a script failed to load, because a deployment may have replaced the build. Never returns while
 * the page reloads. The build calls this instead of React Router's own reload, which repeats forever if the script is
 * missing from the new build, too (scripts/build/reload-once-plugin.ts).
 * @throws {ScriptLoadError} if this build already caused a reload at this location.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const version = window.__reactRouterManifest?.version ?? "";
  const key = `reloaded ${version} ${window.location.pathname}`;
  if (!rememberReload(key)) {
    throw new ScriptLoadError("A script couldn't be loaded.", { cause: error });
  }
  window.location.reload();
  return new Promise(() => {});
}

/** Returns false if the key is already stored, or if the browser blocks storage. */
function rememberReload(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) {
      return false;
    }
    sessionStorage.setItem(key, "");
    return true;
  } catch {
    return false;
  }
}
