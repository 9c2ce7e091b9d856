import { DEFAULT_XERO_CODES, type XeroCodes } from "#domain/accounting/xero.ts";

/** Local storage keys of the codes last used in this browser. */
const ACCOUNT_KEY = "xero_account_code";
const TAX_KEY = "xero_tax_type";

export function loadXeroCodes(): XeroCodes {
  return {
    accountCode: localStorage.getItem(ACCOUNT_KEY) || DEFAULT_XERO_CODES.accountCode,
    taxType: localStorage.getItem(TAX_KEY) || DEFAULT_XERO_CODES.taxType,
  };
}

export function saveXeroCodes({ accountCode, taxType }: XeroCodes): void {
  localStorage.setItem(ACCOUNT_KEY, accountCode);
  localStorage.setItem(TAX_KEY, taxType);
}
