import { activateOnSpace } from "./activate-on-space.ts";
import { initContactForm } from "./contact-form.ts";
import { initHeader } from "./header.ts";
import { initMenu } from "./menu.ts";
import { initServiceCards } from "./service-cards.ts";
import { initTerminal } from "./terminal.ts";

// Entry point of the public pages' script. Each function does nothing when its markup is not on the page.
initHeader();
initMenu();
activateOnSpace();
initServiceCards();
initTerminal();
initContactForm();
