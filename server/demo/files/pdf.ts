const LINES_PER_PAGE = 46;

/** Creates a PDF with a title and lines of text on one or more pages. */
export function createPdf(title: string, lines: readonly string[]): Buffer {
  const pages: string[][] = [];
  for (let firstLine = 0; firstLine < lines.length; firstLine += LINES_PER_PAGE) {
    pages.push(lines.slice(firstLine, firstLine + LINES_PER_PAGE));
  }
  const pageIds = pages.map((_, index) => 4 + index * 2);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  for (const [index, page] of pages.entries()) {
    const text = formatPageContent(index === 0 ? title : "", page);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${Buffer.byteLength(text, "latin1")} >>\nstream\n${text}\nendstream`,
    );
  }
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const crossReferences = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${crossReferences}`;
  const tableOffset =
    file.length - crossReferences.length - `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`.length;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

function formatPageContent(title: string, lines: readonly string[]): string {
  const escapeText = (text: string) => text.replace(/[\\()]/g, "\\$&");
  const heading = title ? `/F1 18 Tf 72 720 Td (${escapeText(title)}) Tj 0 -34 Td ` : "72 720 Td ";
  return `BT ${heading}/F1 11 Tf 14 TL ${lines.map((line) => `(${escapeText(line)}) Tj T*`).join(" ")} ET`;
}
