import { config } from "zod/v4/core";

// zod compiles object schemas with `new Function`, which the content security policy blocks. The root route
// must import this module first, before any schema is created.
config({ jitless: true });
