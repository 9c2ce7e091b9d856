import { sendContactForm } from "./contact-form.ts";
import { watchScroll } from "./header.ts";
import { closeMenuAfterChoice } from "./menu.ts";
import { pressOnSpace } from "./press-on-space.ts";
import { toggleServiceCards } from "./service-cards.ts";
import { controlTerminal } from "./terminal.ts";

// All the script of the public pages. They are HTML first: each of these finds its markup, or has nothing to do.
watchScroll();
closeMenuAfterChoice();
pressOnSpace();
toggleServiceCards();
controlTerminal();
sendContactForm();
