import { afterAll } from "vitest";
import { dropDatabases } from "./test-database.ts";

afterAll(dropDatabases);
