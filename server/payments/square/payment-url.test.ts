import { describe, expect, test } from "vitest";
import { createCheckoutUrlCheck, createPaymentUrlCheck } from "./payment-url.ts";

const OWN_ORIGIN = "http://localhost:3000";
const checkProductionUrl = createPaymentUrlCheck("production", OWN_ORIGIN);
const checkSandboxUrl = createPaymentUrlCheck("sandbox", OWN_ORIGIN);
const checkSimulatorUrl = createPaymentUrlCheck("simulator", OWN_ORIGIN);

describe("a payment URL", () => {
  test("allows only the current mode's Square hosts over HTTPS", () => {
    for (const url of [
      "https://squareup.com/pay-invoice/1",
      "https://app.squareup.com/pay-invoice/inv:0-1?a=b",
    ]) {
      expect([checkProductionUrl(url), checkSandboxUrl(url), checkSimulatorUrl(url)]).toEqual([
        url,
        null,
        null,
      ]);
    }
    for (const url of ["https://squareupsandbox.com/pay/1", "https://app.squareupsandbox.com/pay/1"]) {
      expect([checkProductionUrl(url), checkSandboxUrl(url), checkSimulatorUrl(url)]).toEqual([
        null,
        url,
        null,
      ]);
    }
    const simulatedUrl = "http://localhost:3000/square-simulator/pay-invoice/1";
    expect([
      checkProductionUrl(simulatedUrl),
      checkSandboxUrl(simulatedUrl),
      checkSimulatorUrl(simulatedUrl),
    ]).toEqual([null, null, simulatedUrl]);
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
    expect([checkProductionUrl(url), checkSandboxUrl(url), checkSimulatorUrl(url)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("a checkout URL entered by an administrator", () => {
  const checkWhenOff = createCheckoutUrlCheck("off", OWN_ORIGIN);
  const checkInSimulatorMode = createCheckoutUrlCheck("simulator", OWN_ORIGIN);

  test("allows Square's hosts over HTTPS in every mode, and the product's own pages in simulator mode", () => {
    for (const url of [
      "https://square.link/u/abc",
      "https://checkout.square.site/merchant/M/checkout/C",
      "https://app.squareup.com/dashboard/subscriptions-list/1",
      "https://sandbox.square.link/u/abc",
    ]) {
      expect([checkWhenOff(url), checkInSimulatorMode(url)]).toEqual([url, url]);
    }
    const simulatorUrl = "http://localhost:3000/square-simulator/checkout/1";
    expect([checkWhenOff(simulatorUrl), checkInSimulatorMode(simulatorUrl)]).toEqual([null, simulatorUrl]);
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
    expect([checkWhenOff(url), checkInSimulatorMode(url)]).toEqual([null, null]);
  });
});
