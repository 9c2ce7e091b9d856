import { createContext } from "react";

/** Whether the document loads the browser application. False only when the build renders a public page. */
export const IsApplication = createContext(true);
