import { describe, expect, test } from "vitest";
import { checkoutAddressCheck, paymentAddressCheck } from "./payment-address.ts";

const OWN = "http://localhost:3000";
const production = paymentAddressCheck("production", OWN);
const sandbox = paymentAddressCheck("sandbox", OWN);
const simulator = paymentAddressCheck("simulator", OWN);

describe("an address a client may be sent to pay", () => {
  test("is Square's own, over https, of the mode we are in", () => {
    for (const address of [
      "https://squareup.com/pay-invoice/1",
      "https://app.squareup.com/pay-invoice/inv:0-1?a=b",
    ])
      expect([production(address), sandbox(address), simulator(address)]).toEqual([address, null, null]);
    for (const address of ["https://squareupsandbox.com/pay/1", "https://app.squareupsandbox.com/pay/1"])
      expect([production(address), sandbox(address), simulator(address)]).toEqual([null, address, null]);
    const simulated = "http://localhost:3000/square-simulator/pay-invoice/1";
    expect([production(simulated), sandbox(simulated), simulator(simulated)]).toEqual([
      null,
      null,
      simulated,
    ]);
  });

  test.each([
    "http://squareup.com/pay/1",
    "https://squareup.com.evil.example/pay/1",
    "https://evilsquareup.com/pay/1",
    "https://squareup.com@evil.example/pay/1",
    "https://user:pass@squareup.com/pay/1",
    "https://squareup.com:8443/pay/1",
    "https://evil.example/?squareup.com",
    "javascript:alert(1)//squareup.com",
    "data:text/html,squareup.com",
    "//squareup.com/pay/1",
    "",
    null,
    undefined,
  ])("%s is none", (address) => {
    expect([production(address), sandbox(address), simulator(address)]).toEqual([null, null, null]);
  });
});

describe("an address an administrator types for clients to follow", () => {
  const off = checkoutAddressCheck("off", OWN);
  const simulated = checkoutAddressCheck("simulator", OWN);

  test("is at Square over https, in every mode; with the simulator also our own", () => {
    for (const address of [
      "https://square.link/u/abc",
      "https://checkout.square.site/merchant/M/checkout/C",
      "https://app.squareup.com/dashboard/subscriptions-list/1",
      "https://sandbox.square.link/u/abc",
    ])
      expect([off(address), simulated(address)]).toEqual([address, address]);
    const own = "http://localhost:3000/square-simulator/checkout/1";
    expect([off(own), simulated(own)]).toEqual([null, own]);
  });

  test.each([
    "javascript:alert(1)",
    "http://square.link/u/abc",
    "https://square.link.evil.example/u/abc",
    "https://evil.example/square.link",
    "https://square.link@evil.example/",
    "https://square.link:8443/u/abc",
    "//square.link/u/abc",
    "data:text/html,x",
    "",
  ])("is never %j", (address) => {
    expect([off(address), simulated(address)]).toEqual([null, null]);
  });
});
