import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { chooseSourceType, nameAsType, nameSource } from "../../../domain/document/document-source.ts";
import { findDocumentType } from "../../../domain/document/document-type.ts";

it.each([
  ["https://example.com/prices/list.pdf?year=2026", "list.pdf"],
  ["https://example.com/prices", "prices.html"],
  ["https://example.com/", "example.com.html"],
  ["https://example.com/a%20b.txt", "a b.txt"],
  ["https://example.com/pdf", "pdf.html"],
  ["https://example.com/a%2Fb", "a b.html"],
  ["https://example.com/%zz", "%zz.html"],
])("the document of %s is called %s", (url, name) => {
  expect(nameSource(url)).toBe(name);
});

it.each([
  ["text/html; charset=utf-8", "https://example.com/prices", "html"],
  ["application/pdf", "https://example.com/prices", "pdf"],
  ["text/plain; charset=utf-8", "https://example.com/prices.md", "md"],
  ["text/plain", "https://example.com/prices", "txt"],
  ["application/octet-stream", "https://example.com/prices.docx", "docx"],
  ["application/octet-stream", "https://example.com/prices", null],
  ["image/png", "https://example.com/prices.html", null],
  [null, "https://example.com/prices.csv", "csv"],
  [null, "https://example.com/prices", null],
])("what is sent as %s from %s is read as %s", (contentType, url, type) => {
  expect(chooseSourceType(contentType, url)).toBe(type);
});

it("a document's name has the ending of what was read, whatever the address is", () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }),
      fc.constantFrom("pdf" as const, "html" as const, "txt" as const),
      (url, type) => {
        const name = nameSource(url);
        expect(findDocumentType(name)).not.toBeNull();
        expect(findDocumentType(nameAsType(name, type))).toBe(type);
        expect(name.length).toBeLessThanOrEqual(125);
      },
    ),
  );
});
