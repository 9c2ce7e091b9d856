import type { Logger } from "#server/observability/logger.ts";
import type { BatchRead } from "#server/payments/square/client/batch-collector.ts";
import type { CustomerReader } from "#server/payments/square/client/batch-reads.ts";
import type { SquareClientOptions } from "#server/payments/square/client/square-client.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";
import type { PaymentUrlCheck } from "#server/payments/square/payment-url.ts";

/** Dependencies for reading accounts, without the credentials for a specific account. */
export type SquareAccountOptions = {
  network: SquareClientOptions;
  checkPaymentUrl: PaymentUrlCheck;
  now: () => Date;
  log: Logger;
};

/** Context shared by all reads of one merchant's account. */
export type AccountContext = SquareAccountOptions & {
  call: SquareRequest;
  readOrders: BatchRead<Square.Order>;
  readCustomers: CustomerReader;
  merchantId: string;
};
