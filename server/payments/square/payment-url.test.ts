import { describe, expect, test } from "vitest";
import { createCheckoutUrlCheck, createPaymentUrlCheck } from "./payment-url.ts";

const OWN = "http://localhost:3000";
const production = createPaymentUrlCheck("production", OWN);
const sandbox = createPaymentUrlCheck("sandbox", OWN);
const simulator = createPaymentUrlCheck("simulator", OWN);

describe("a payment URL", () => {
  test("allows only Square's hosts of the current mode over https", () => {
    for (const url of [
      "https://squareup.com/pay-invoice/1",
      "https://app.squareup.com/pay-invoice/inv:0-1?a=b",
    ]) {
      expect([production(url), sandbox(url), simulator(url)]).toEqual([url, null, null]);
    }
    for (const url of ["https://squareupsandbox.com/pay/1", "https://app.squareupsandbox.com/pay/1"]) {
      expect([production(url), sandbox(url), simulator(url)]).toEqual([null, url, null]);
    }
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
  ])("rejects %s", (url) => {
    expect([production(url), sandbox(url), simulator(url)]).toEqual([null, null, null]);
  });
});

describe("a checkout URL entered by an administrator", () => {
  const checkWhenOff = createCheckoutUrlCheck("off", OWN);
  const simulated = createCheckoutUrlCheck("simulator", OWN);

  test("allows Square's hosts over https in every mode, and own pages in simulator mode", () => {
    for (const url of [
      "https://square.link/u/abc",
      "https://checkout.square.site/merchant/M/checkout/C",
      "https://app.squareup.com/dashboard/subscriptions-list/1",
      "https://sandbox.square.link/u/abc",
    ]) {
      expect([checkWhenOff(url), simulated(url)]).toEqual([url, url]);
    }
    const simulatorUrl = "http://localhost:3000/square-simulator/checkout/1";
    expect([checkWhenOff(simulatorUrl), simulated(simulatorUrl)]).toEqual([null, simulatorUrl]);
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
  ])("rejects %j", (url) => {
    expect([checkWhenOff(url), simulated(url)]).toEqual([null, null]);
  });
});
