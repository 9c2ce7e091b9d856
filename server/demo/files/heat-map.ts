import { crc32, deflateSync } from "node:zlib";

/** Creates a PNG with a 5 × 5 risk matrix from green to red. */
export function createHeatMap(): Buffer {
  const fields = 5;
  const fieldPixels = 80;
  const width = fields * fieldPixels;
  const raw = Buffer.alloc((width * 3 + 1) * width);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const weight = Math.floor(x / fieldPixels) + (fields - 1 - Math.floor(y / fieldPixels));
      const isLine = x % fieldPixels === 0 || y % fieldPixels === 0;
      const share = weight / (2 * fields - 2);
      const offset = y * (width * 3 + 1) + 1 + x * 3;
      raw[offset] = isLine ? 24 : Math.round(60 + 160 * share);
      raw[offset + 1] = isLine ? 24 : Math.round(170 - 110 * share);
      raw[offset + 2] = isLine ? 27 : 80;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
