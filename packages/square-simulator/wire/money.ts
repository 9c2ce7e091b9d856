/** An amount in the smallest unit of its currency (cents for USD). */
export type Money = { amount: number; currency: string };
