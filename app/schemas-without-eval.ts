import { config } from "zod/v4/core";

// zod compiles object schemas with `new Function` where it can and probes for it; the content security policy
// forbids both. The root route imports this module first, so it runs before any schema is made.
config({ jitless: true });
