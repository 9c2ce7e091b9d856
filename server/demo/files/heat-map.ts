import { crc32, deflateSync } from "node:zlib";

/** Creates a PNG with a 5 × 5 risk matrix from green to red. */
export function createHeatMap(): Buffer {
  const cellsPerSide = 5;
  const cellPixels = 80;
  const width = cellsPerSide * cellPixels;
  const pixels = Buffer.alloc((width * 3 + 1) * width);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const riskLevel = Math.floor(x / cellPixels) + (cellsPerSide - 1 - Math.floor(y / cellPixels));
      const isGridLine = x % cellPixels === 0 || y % cellPixels === 0;
      const riskRatio = riskLevel / (2 * cellsPerSide - 2);
      const offset = y * (width * 3 + 1) + 1 + x * 3;
      pixels[offset] = isGridLine ? 24 : Math.round(60 + 160 * riskRatio);
      pixels[offset + 1] = isGridLine ? 24 : Math.round(170 - 110 * riskRatio);
      pixels[offset + 2] = isGridLine ? 27 : 80;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    createChunk("IHDR", header),
    createChunk("IDAT", deflateSync(pixels)),
    createChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(typeAndData.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typeAndData.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return chunk;
}
