import { createContext } from "react";

/**
 * Whether the document loads the browser application. False only while the build renders a public page.
 */
export const IsApplication = createContext(true);
