import { expect, test } from "vitest";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";

test.each([
  "https://app.squareup.com/pay-invoice/inv:0-abc",
  "https://squareup.com",
  "http://localhost:3000/square-simulator/pay/1",
  "http://127.0.0.1/square-simulator/pay",
  "https://squareupsandbox.com/pay-invoice/inv:0-abc",
  "https://square.link/u/AbC123",
  "https://checkout.square.site/merchant/ABC/checkout/DEF",
  "http://192.168.1.20:3000/square-simulator/pay-invoice/1",
])("allows %s", (address) => {
  expect(safePaymentUrl(address)).toBe(address);
});

test.each([
  null,
  undefined,
  "",
  "javascript:alert(1)",
  " https://squareup.com/x",
  "http://squareup.com/x",
  "https://squareup.com@evil.example/x",
  "https://squareup.com/a b",
  "data:text/html,hello",
  "http://localhost.evil.example/x",
  "//squareup.com/x",
  "https://pay.example.com/invoice/1",
  "https://squareup.com.evil.example/x",
  "https://evil-squareup.com/x",
  "https://anybody.square.site/checkout",
  "http://192.168.1.20:3000/pay/1",
  "http://localhost:3000/pay/1",
  "http://user@host/square-simulator/x",
])("rejects %s", (address) => {
  expect(safePaymentUrl(address)).toBeNull();
});
