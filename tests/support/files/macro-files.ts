import { createZip } from "#server/demo/files/workbook.ts";
import { buildCompoundFile } from "./compound-file.ts";
import {
  createDeflatedZip,
  createFileCase,
  type HostileFile,
  WORD_PARTS,
  WORKBOOK_PARTS,
} from "./file-case.ts";

const VBA_TYPE = "application/vnd.ms-office.vbaProject";
const VBA_RELATIONSHIP = "http://schemas.microsoft.com/office/2006/relationships/vbaProject";
const typesWith = (type: string) => `<Types><Override PartName="/word/a.bin" ContentType="${type}"/></Types>`;
const relationshipsWith = (type: string) =>
  `<Relationships><Relationship Id="r" Type="${type}" Target="a.bin"/></Relationships>`;
const createMacroCase = (description: string, parts: Record<string, string | Buffer>) =>
  createFileCase(`macros ${description}`, "macros.docx", createZip({ ...WORD_PARTS, ...parts }));

/** Office files with macros, under usual and unusual names. */
export const MACRO_FILES: readonly HostileFile[] = [
  createMacroCase("with the usual name", { "word/vbaProject.bin": "macro" }),
  createMacroCase("with the usual name in another case", { "word/VBAPROJECT.BIN": "macro" }),
  createMacroCase("in another folder", { "custom/vbaProject.bin": "macro" }),
  createMacroCase("found by the content type", { "[Content_Types].xml": typesWith(VBA_TYPE) }),
  createMacroCase("found by the content type in another case", {
    "[Content_Types].xml": typesWith(VBA_TYPE.toUpperCase()),
  }),
  createMacroCase("found by the content type with character references", {
    "[Content_Types].xml": typesWith(VBA_TYPE.replace("v", "&#x76;").replace("P", "&#80;")),
  }),
  createMacroCase("found by the content type in UTF-16", {
    "[Content_Types].xml": Buffer.from(`\uFEFF${typesWith(VBA_TYPE)}`, "utf16le"),
  }),
  createMacroCase("found by the content type of the document", {
    "[Content_Types].xml": typesWith("application/vnd.ms-word.document.macroEnabled.main+xml"),
  }),
  createMacroCase("found by the relationship", {
    "word/_rels/document.xml.rels": relationshipsWith(VBA_RELATIONSHIP),
  }),
  createMacroCase("found by the relationship of another document part", {
    "Other/_RELS/main.xml.RELS": relationshipsWith(VBA_RELATIONSHIP),
  }),
  createFileCase(
    "macros found in compressed parts",
    "macros.docx",
    createDeflatedZip({ ...WORD_PARTS, "word/_rels/document.xml.rels": relationshipsWith(VBA_RELATIONSHIP) }),
  ),
  createFileCase(
    "macros of Excel 4.0",
    "macros.xlsx",
    createZip({
      ...WORKBOOK_PARTS,
      "[Content_Types].xml": typesWith("application/vnd.ms-excel.macrosheet+xml"),
    }),
  ),
  createFileCase("macros in an old document", "macros.doc", buildCompoundFile(["WordDocument", "Macros"])),
  createFileCase(
    "macros in an old workbook",
    "macros.xls",
    buildCompoundFile(["Workbook", "_VBA_PROJECT_CUR"]),
  ),
];
