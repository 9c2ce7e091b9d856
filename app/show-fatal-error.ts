/**
 * Shows an error with Reload after React removed the whole page, for example because the script with the error page is
 * missing. Builds plain elements, because React can't mount the document again: Trusted Types block its scripts.
 */
export function showFatalError(error: unknown): void {
  reportError(error);
  const main = document.createElement("main");
  // The style sheets were removed with the page.
  main.style.cssText = "max-width: 36rem; margin: 6rem auto; padding: 0 1.5rem; text-align: center";
  const heading = document.createElement("h1");
  heading.style.cssText = "font: 1rem/1.5 system-ui, sans-serif";
  heading.textContent = "We couldn't load this page.";
  const button = document.createElement("button");
  button.type = "button";
  button.style.cssText = "font: 1rem/1.5 system-ui, sans-serif; padding: 0.5rem 1rem";
  button.textContent = "Reload";
  button.addEventListener("click", () => window.location.reload());
  main.append(heading, button);
  document.documentElement.style.colorScheme = "dark";
  document.body.replaceChildren(main);
}
