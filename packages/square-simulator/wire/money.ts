/** An amount as Square writes it: the smallest unit of the currency (cents for USD). */
export type Money = { amount: number; currency: string };
