import PDFDocument from "pdfkit";
import { brand } from "#brand";
import { FONTS, PAGE } from "./pdf-theme.ts";
import { toPlainText } from "./printable-text.ts";

type DocumentDetails = { title: string; createdAt: Date };

/** A pdfkit document with a structure tree, for assistive technology. The same content results in the same bytes. */
export class TaggedDocument extends PDFDocument {
  private readonly details: DocumentDetails;

  constructor({ title, createdAt }: DocumentDetails) {
    super({
      size: [PAGE.width, PAGE.height],
      // The page flow starts new pages. pdfkit must not.
      margin: 0,
      bufferPages: true,
      pdfVersion: "1.7",
      tagged: true,
      displayTitle: true,
      lang: "en-US",
      font: FONTS.regular,
      info: {
        Title: toPlainText(title),
        Author: brand.name,
        Creator: brand.name,
        CreationDate: createdAt,
      },
    });
    this.details = { title: toPlainText(title), createdAt };
  }

  /** Writes the XML metadata. pdfkit calls this method. Its own version does not escape the title and lacks the PDF/UA identifier. */
  _addInfo(): void {
    const title = escapeXml(this.details.title);
    const author = escapeXml(brand.name);
    const created = this.details.createdAt.toISOString().replace(/\.\d+/, "");
    this.appendXML(`
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
            <dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
            <xmp:CreateDate>${created}</xmp:CreateDate>
            <xmp:CreatorTool>${author}</xmp:CreatorTool>
            <pdf:Producer>PDFKit</pdf:Producer>
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>`);
  }
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
