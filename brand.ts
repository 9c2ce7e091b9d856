export const brand = { name: "Wardline" } as const;
