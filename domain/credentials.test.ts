import { describe, expect, test } from "vitest";
import { NewPassword, SignIn, suspendedWords } from "#domain/credentials.ts";

const signInErrors = (email: string, password: string) =>
  SignIn.safeParse({ email, password }).error?.issues.map((issue) => issue.message) ?? [];
const newPasswordErrors = (password: string, confirmation = password) =>
  NewPassword.safeParse({ password, confirmation }).error?.issues.map((issue) => issue.message) ?? [];

describe("signing in", () => {
  test("asks for an address and six characters, in the specification's words", () => {
    expect(signInErrors("ada@", "12345")).toEqual([
      "Invalid email address",
      "Password must be at least 6 characters",
    ]);
    expect(signInErrors("ada@northwind.example", "123456")).toEqual([]);
  });
  test("forgives spaces around the address, never in the password", () => {
    expect(SignIn.parse({ email: " ada@northwind.example ", password: " secret " })).toEqual({
      email: "ada@northwind.example",
      password: " secret ",
    });
  });
});

describe("a new password", () => {
  test("has at least eight characters", () => {
    expect(newPasswordErrors("1234567")).toEqual(["Password must be at least 8 characters"]);
    expect(newPasswordErrors("12345678")).toEqual([]);
  });
  test("equals its confirmation", () => {
    expect(newPasswordErrors("12345678", "12345679")).toEqual(["Passwords do not match"]);
    expect(newPasswordErrors("short", "other")).toEqual([
      "Password must be at least 8 characters",
      "Passwords do not match",
    ]);
  });
  test("has at most 72 bytes, however many characters those are", () => {
    expect(newPasswordErrors("a".repeat(72))).toEqual([]);
    expect(newPasswordErrors("a".repeat(73))).toEqual(["Password must be at most 72 bytes"]);
    expect(newPasswordErrors("é".repeat(36))).toEqual([]);
    expect(newPasswordErrors("é".repeat(37))).toHaveLength(1);
    expect(newPasswordErrors("🔒".repeat(18))).toEqual([]);
    expect(newPasswordErrors("\ud83d".repeat(24))).toEqual([]);
  });
});

test("a suspended client is told whom to write to", () => {
  expect(suspendedWords("hello@firm.example")).toBe(
    "Your account is suspended. Please contact hello@firm.example.",
  );
});
