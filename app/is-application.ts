import { createContext } from "react";

/**
 * Whether the document belongs to the application, which runs in the browser. Only the build, while it renders a
 * public page, says no.
 */
export const IsApplication = createContext(true);
