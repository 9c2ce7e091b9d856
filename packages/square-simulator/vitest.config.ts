import { defineConfig } from "vitest/config";

export default defineConfig({ test: { expect: { poll: { timeout: 15_000 } } } });
