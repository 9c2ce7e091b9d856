import { crc32 } from "node:zlib";

/** Creates an uncompressed ZIP archive. */
export function createZip(files: Record<string, string | Buffer>): Buffer {
  const fileParts: Buffer[] = [];
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
    fileParts.push(Buffer.from("PK\x03\x04"), header, path, bytes);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), header, location, path);
    offset += 4 + header.length + path.length + bytes.length;
  }
  const endRecord = Buffer.alloc(22);
  const count = Object.keys(files).length;
  const directoryBytes = Buffer.concat(directory);
  endRecord.write("PK\x05\x06", "latin1");
  endRecord.writeUInt16LE(count, 8);
  endRecord.writeUInt16LE(count, 10);
  endRecord.writeUInt32LE(directoryBytes.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...fileParts, directoryBytes, endRecord]);
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE_NAMESPACE = "http://schemas.openxmlformats.org";

/** Creates an Excel workbook with one sheet of text cells. */
export function createWorkbook(rows: readonly (readonly string[])[]): Buffer {
  const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const formatCells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`).join("");
  const packageNamespace = `${OFFICE_NAMESPACE}/package/2006`;
  const sheetNamespace = `${OFFICE_NAMESPACE}/spreadsheetml/2006/main`;
  const contentTypePrefix = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return createZip({
    "[Content_Types].xml": `${XML_DECLARATION}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/></Types>`,
    "_rels/.rels": `${XML_DECLARATION}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML_DECLARATION}<workbook xmlns="${sheetNamespace}" xmlns:r="${OFFICE_NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML_DECLARATION}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML_DECLARATION}<worksheet xmlns="${sheetNamespace}"><sheetData>${rows.map((row) => `<row>${formatCells(row)}</row>`).join("")}</sheetData></worksheet>`,
  });
}
