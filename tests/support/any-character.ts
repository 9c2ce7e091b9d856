export { anyCharacter } from "@wardline/embedded-supabase/test-support/any-character";
