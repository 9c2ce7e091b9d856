import { text } from "node:stream/consumers";
import { type Entry, fromBuffer } from "yauzl";

/**
 * Returns the text of each file in a ZIP archive, in the archive's order. yauzl rejects names that would be written
 * outside the target folder.
 */
export function readZip(zip: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const contents = new Map<string, string>();
    fromBuffer(zip, { lazyEntries: true }, (zipError, file) => {
      if (zipError) {
        return reject(zipError);
      }
      file.on("error", reject).on("end", () => resolve(contents));
      file.on("entry", (entry: Entry) =>
        file.openReadStream(entry, (readError, stream) => {
          if (readError) {
            return reject(readError);
          }
          text(stream).then((content) => {
            contents.set(entry.fileName, content);
            file.readEntry();
          }, reject);
        }),
      );
      file.readEntry();
    });
  });
}
