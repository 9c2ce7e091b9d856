/** A cache of the `maxEntries` most recently used values. */
export class LruCache<Value> {
  private readonly values = new Map<string, Value>();
  private readonly maxEntries: number;

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) {
      return undefined;
    }
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (oldest !== undefined && this.values.size > this.maxEntries) {
      this.values.delete(oldest);
    }
  }
}
