import { createLazyComponent } from "#app/components/lazy-component.ts";

export const lazySecondFactorPage = createLazyComponent(async () => {
  const { SecondFactorPage } = await import("./second-factor-page.tsx");
  return SecondFactorPage;
});
