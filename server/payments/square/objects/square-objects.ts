/**
 * The fields of Square's objects that the product reads, named as in the SDK. The SDK's types can be assigned to these.
 */

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | null };

export type Money = Optional<{ amount: number | bigint; currency: string }>;

export type Invoice = Optional<{
  id: string;
  version: number;
  locationId: string;
  orderId: string;
  subscriptionId: string;
  invoiceNumber: string;
  title: string;
  description: string;
  status: string;
  timezone: string;
  publicUrl: string;
  scheduledAt: string;
  saleOrServiceDate: string;
  createdAt: string;
  updatedAt: string;
  primaryRecipient: InvoiceRecipient;
  paymentRequests: InvoicePaymentRequest[];
  nextPaymentAmountMoney: Money;
  acceptedPaymentMethods: Optional<{ card: boolean; bankAccount: boolean; cashAppPay: boolean }>;
}>;

export type InvoiceRecipient = Optional<{
  customerId: string;
  emailAddress: string;
  companyName: string;
  givenName: string;
  familyName: string;
}>;

export type InvoicePaymentRequest = Optional<{
  uid: string;
  requestType: string;
  dueDate: string;
  percentageRequested: string;
  fixedAmountRequestedMoney: Money;
  tippingEnabled: boolean;
  automaticPaymentSource: string;
  computedAmountMoney: Money;
  totalCompletedAmountMoney: Money;
}>;

export type Order = Optional<{
  id: string;
  locationId: string;
  version: number;
  closedAt: string;
  updatedAt: string;
  lineItems: OrderLineItem[];
  tenders: Tender[];
  totalMoney: Money;
  totalTaxMoney: Money;
  totalDiscountMoney: Money;
  totalTipMoney: Money;
  totalServiceChargeMoney: Money;
  netAmountDueMoney: Money;
}>;

export type OrderLineItem = Optional<{
  name: string;
  variationName: string;
  note: string;
  quantity: string;
  basePriceMoney: Money;
  grossSalesMoney: Money;
  totalDiscountMoney: Money;
  totalTaxMoney: Money;
  totalMoney: Money;
}>;

export type Tender = Optional<{
  id: string;
  paymentId: string;
  type: string;
  createdAt: string;
  amountMoney: Money;
  tipMoney: Money;
  cardDetails: CardDetails;
  bankAccountDetails: Optional<{ status: string }>;
}>;

export type Card = Optional<{ cardBrand: string; last4: string }>;
export type CardDetails = Optional<{ status: string; card: Card }>;
export type ProcessingFee = Optional<{ amountMoney: Money }>;

export type Payment = Optional<{
  id: string;
  orderId: string;
  status: string;
  sourceType: string;
  createdAt: string;
  updatedAt: string;
  amountMoney: Money;
  tipMoney: Money;
  processingFee: ProcessingFee[];
  refundIds: string[];
  cardDetails: CardDetails;
  receiptNumber: string;
  receiptUrl: string;
}>;

export type PaymentRefund = Optional<{
  id: string;
  paymentId: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  amountMoney: Money;
  processingFee: ProcessingFee[];
}>;

export type Customer = Optional<{
  id: string;
  referenceId: string;
  emailAddress: string;
  companyName: string;
  givenName: string;
  familyName: string;
}>;
