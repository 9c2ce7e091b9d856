import { crc32 } from "node:zlib";

/** Creates an uncompressed ZIP archive. */
export function createZip(files: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name);
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    // File names are UTF-8. The date is January 1, 1980, the earliest date that the format can store.
    header.writeUInt16LE(0x0800, 2);
    header.writeUInt16LE(33, 8);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(bytes.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(path.length, 22);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from("PK\x03\x04"), header, path, bytes);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), header, location, path);
    offset += 4 + header.length + path.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  const count = Object.keys(files).length;
  const directoryBytes = Buffer.concat(directory);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directoryBytes, end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org";

/** Creates an Excel workbook with one sheet of text cells. */
export function createWorkbook(rows: readonly (readonly string[])[]): Buffer {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join("");
  const part = `${OFFICE}/package/2006`;
  const sheet = `${OFFICE}/spreadsheetml/2006/main`;
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return createZip({
    "[Content_Types].xml": `${XML}<Types xmlns="${part}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${part}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${sheet}" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${part}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML}<worksheet xmlns="${sheet}"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join("")}</sheetData></worksheet>`,
  });
}
