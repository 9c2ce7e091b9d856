/** Keeps the most recently used values, so many and no more. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (oldest !== undefined && this.values.size > this.most) this.values.delete(oldest);
  }
}
