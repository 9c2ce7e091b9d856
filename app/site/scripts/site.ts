import { activateOnSpace } from "./activate-on-space.ts";
import { initBooking } from "./booking.ts";
import { initCheckFile } from "./check-file.ts";
import { initContactForm } from "./contact-form.ts";
import { initHeader } from "./header.ts";
import { initMenu } from "./menu.ts";
import { initNextTimes } from "./next-times.ts";
import { revealTextAreas } from "./reveal-text-areas.ts";
import { initTerminal } from "./terminal.ts";
import { initToggles } from "./toggles.ts";

// Script entry point for the public pages. Each function does nothing if its markup is not on the page.
initHeader();
initMenu();
activateOnSpace();
revealTextAreas();
initToggles();
initTerminal();
initContactForm();
initCheckFile();
initBooking();
initNextTimes();
