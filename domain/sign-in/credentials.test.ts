import { describe, expect, test } from "vitest";
import { NewPassword, SignIn, suspendedMessage } from "#domain/sign-in/credentials.ts";

const signInErrors = (email: string, password: string) =>
  SignIn.safeParse({ email, password }).error?.issues.map((issue) => issue.message) ?? [];
const newPasswordErrors = (password: string, confirmation = password) =>
  NewPassword.safeParse({ password, confirmation }).error?.issues.map((issue) => issue.message) ?? [];

describe("SignIn", () => {
  test("requires a valid email and a password of six characters", () => {
    expect(signInErrors("ada@", "12345")).toEqual([
      "Invalid email address",
      "Password must be at least 6 characters",
    ]);
    expect(signInErrors("ada@northwind.example", "123456")).toEqual([]);
  });
  test("trims the email but not the password", () => {
    expect(SignIn.parse({ email: " ada@northwind.example ", password: " secret " })).toEqual({
      email: "ada@northwind.example",
      password: " secret ",
    });
  });
});

describe("NewPassword", () => {
  test("requires eight characters", () => {
    expect(newPasswordErrors("1234567")).toEqual(["Password must be at least 8 characters"]);
    expect(newPasswordErrors("12345678")).toEqual([]);
  });
  test("must match its confirmation", () => {
    expect(newPasswordErrors("12345678", "12345679")).toEqual(["Passwords do not match"]);
    expect(newPasswordErrors("short", "other")).toEqual([
      "Password must be at least 8 characters",
      "Passwords do not match",
    ]);
  });
  test("allows at most 72 bytes, regardless of characters", () => {
    expect(newPasswordErrors("a".repeat(72))).toEqual([]);
    expect(newPasswordErrors("a".repeat(73))).toEqual([
      "Password is too long. Use at most 72 characters, or fewer if it contains accents or emoji.",
    ]);
    expect(newPasswordErrors("é".repeat(36))).toEqual([]);
    expect(newPasswordErrors("é".repeat(37))).toHaveLength(1);
    expect(newPasswordErrors("🔒".repeat(18))).toEqual([]);
    expect(newPasswordErrors("\ud83d".repeat(24))).toEqual([]);
  });
});

test("shows a suspended client whom to contact", () => {
  expect(suspendedMessage("hello@firm.example")).toBe(
    "Your account is suspended. Please contact hello@firm.example.",
  );
});
