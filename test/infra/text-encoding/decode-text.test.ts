import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import { readEncoding, type TextEncoding } from "../../../domain/file/text-encoding.ts";
import { decodeText } from "../../../infra/text-encoding/decode-text.ts";
import { encodeText } from "./encode-text.ts";

interface Reading {
  encoding?: TextEncoding | null;
  pieceBytes?: number;
}

const decode = async (file: Buffer, { encoding = null, pieceBytes = 65_536 }: Reading = {}) => {
  let warnings: readonly FileWarning[] = [];
  async function* source() {
    for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
  }
  const pieces: string[] = [];
  for await (const piece of decodeText(source, { encoding, onWarnings: (told) => (warnings = told) }))
    pieces.push(piece);
  return { text: pieces.join(""), warnings };
};

const rows = (...names: string[]): string =>
  `phone,name\n${names.map((name, at) => `+44207946001${at},${name}\n`).join("")}`;
const page = (charset: string, text: string): string =>
  `<!doctype html><html><head><meta charset="${charset}"></head><body><p>${text}</p></body></html>`;
const found = (encoding: TextEncoding) => [{ code: "encoding_found", count: 1, detail: encoding }];

const SAMPLES: readonly [string, TextEncoding, string[]][] = [
  ["Russian", "windows-1251", ["Иван Петров"]],
  ["Russian, one name,", "windows-1251", ["Анна"]],
  ["Russian", "koi8-r", ["Ольга Смирнова", "Сергей Кузнецов"]],
  ["Russian", "ibm866", ["Ольга Смирнова", "Сергей Кузнецов"]],
  ["Russian", "x-mac-cyrillic", ["Ольга Смирнова", "Сергей Кузнецов"]],
  ["Ukrainian", "windows-1251", ["Олексій Шевченко", "Юлія Їжакевич"]],
  ["Bulgarian", "windows-1251", ["Георги Димитров"]],
  ["German", "windows-1252", ["Jürgen Müller"]],
  ["German", "macintosh", ["Käthe Groß", "Jörg Schröder"]],
  ["French", "windows-1252", ["François Lefèvre"]],
  ["French, one letter,", "windows-1252", ["Zoé"]],
  ["Spanish", "windows-1252", ["José Muñoz"]],
  ["Portuguese", "windows-1252", ["João Conceição"]],
  ["Swedish", "windows-1252", ["Åsa Björk"]],
  ["Polish", "windows-1250", ["Łukasz Wiśniewski"]],
  ["Polish", "iso-8859-2", ["Małgorzata Dąbrowska", "Paweł Zając"]],
  ["Czech", "windows-1250", ["Jiří Dvořák"]],
  ["Hungarian", "windows-1250", ["Erdős Győző"]],
  ["Greek", "windows-1253", ["Γιώργος Παπαδόπουλος"]],
  ["Turkish", "windows-1254", ["Ayşe Yıldız"]],
  ["Hebrew", "windows-1255", ["משה כהן"]],
  ["Arabic", "windows-1256", ["محمد أحمد"]],
  ["Lithuanian", "windows-1257", ["Jonas Žukauskas", "Rūta Šimkutė"]],
  ["Thai", "windows-874", ["สมชาย ใจดี"]],
  ["Japanese", "shift_jis", ["山田 太郎"]],
  ["Japanese", "shift_jis", ["佐藤さくら", "ｽｽﾞｷ"]],
  ["Japanese", "euc-jp", ["料金は月末まで有効です。ご質問はお電話ください。"]],
  ["Chinese", "gbk", ["王小明"]],
  ["Chinese", "gbk", ["李娜"]],
  ["Chinese", "big5", ["王小明"]],
  ["Korean", "euc-kr", ["김철수"]],
];

describe("a text without any sign of its encoding", () => {
  it.each(SAMPLES)("in %s is read in %s, and says so", async (_language, encoding, names) => {
    const text = rows(...names);
    const decoded = await decode(encodeText(text, encoding));
    expect(decoded.text).toBe(text);
    expect(decoded.warnings).toMatchObject([{ code: "encoding_found", count: 1 }]);
  });

  it("is found by letters after megabytes of ASCII", async () => {
    const text = `${"a plain row,1\n".repeat(200_000)}Ольга Смирнова\nСергей Кузнецов\n`;
    const decoded = await decode(encodeText(text, "windows-1251"));
    expect(decoded.text.slice(-31)).toBe("Ольга Смирнова\nСергей Кузнецов\n");
    expect(decoded.warnings).toEqual(found("windows-1251"));
  });

  it("is UTF-8 when the whole of it is, and ASCII needs no word", async () => {
    const late = `${"x".repeat(100_000)}é`;
    expect(await decode(Buffer.from(late))).toEqual({ text: late, warnings: [] });
    expect(await decode(Buffer.from("plain"))).toEqual({ text: "plain", warnings: [] });
    expect(await decode(Buffer.alloc(0))).toEqual({ text: "", warnings: [] });
  });

  it("stays UTF-8 with a damaged character, which is told", async () => {
    const text = "Привет, как дела? ".repeat(20);
    const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xd0]), Buffer.from(" конец")]);
    expect(await decode(damaged)).toEqual({
      text: `${text}\uFFFD конец`,
      warnings: [{ code: "undecodable_text", count: 1, detail: "utf-8" }],
    });
  });
});

describe("a text with zeros", () => {
  it.each(["Ann\0\0\0Smith", "Ann\0Smith", "Müller\0 Jörg"])("is no UTF-16 for that: %j", async (text) => {
    expect((await decode(Buffer.from(text, "utf8"))).text).toBe(text);
  });
});

describe("a text that says its encoding", () => {
  it.each([
    ["a byte order mark", Buffer.from("\ufeffЖук", "utf8"), "Жук"],
    ["one of UTF-16", Buffer.from("\ufeffЖук", "utf16le"), "Жук"],
    ["one of big-endian UTF-16", Buffer.from("\ufeffЖук", "utf16le").swap16(), "Жук"],
    ["the zeros of UTF-16", Buffer.from("name,Жук", "utf16le"), "name,Жук"],
    ...[
      "Жук и лес\r\nдом",
      "Γεια σου κόσμε",
      "שלום עולם",
      "مرحبا بالعالم",
      "नमस्ते दुनिया, आप कैसे हैं?\n",
      "東京 大阪\n京都 1,200 円\n",
      "서울 부산\n대구 광주\n",
    ].flatMap((text): [string, Buffer, string][] => [
      ["the zeros between words of UTF-16", Buffer.from(text, "utf16le"), text],
      ["the zeros between words of big-endian UTF-16", Buffer.from(text, "utf16le").swap16(), text],
    ]),
  ])("by %s is read so", async (_sign, bytes, text) => {
    expect(await decode(bytes)).toEqual({ text, warnings: [] });
  });

  it.each<[string, TextEncoding, string]>([
    ["windows-1251", "windows-1251", "Жук"],
    ["CP1251", "windows-1251", "Жук"],
    ["iso-8859-1", "windows-1252", "“Ærø” €"],
    ["Shift_JIS", "shift_jis", "表示"],
    ["gb2312", "gbk", "价格"],
  ])("by <meta charset=%s> is read in %s", async (label, encoding, word) => {
    const text = page(label, word);
    expect(await decode(encodeText(text, encoding))).toEqual({ text, warnings: [] });
  });

  it("by an older meta element or an XML declaration is read so", async () => {
    const meta = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>Жук`;
    const xml = `<?xml version="1.0" encoding="windows-1251"?><p>Жук</p>`;
    expect((await decode(encodeText(meta, "windows-1251"))).text).toBe(meta);
    expect((await decode(encodeText(xml, "windows-1251"))).text).toBe(xml);
  });

  it("is UTF-8 all the same where its letters are", async () => {
    const text = page("windows-1251", "Наши цены действуют до конца месяца");
    expect(await decode(Buffer.from(text))).toEqual({ text, warnings: [] });
  });

  it("a text that is no page declares no encoding", async () => {
    const text = rows('<meta charset="shift_jis">', "Müller", "Jürgen");
    expect((await decode(encodeText(text, "windows-1252"))).text).toBe(text);
  });
});

describe("the encoding of a request", () => {
  it("is taken where the bytes do not say it", async () => {
    const text = rows("Çağlar Öztürk");
    expect(await decode(encodeText(text, "windows-1254"), { encoding: "windows-1254" })).toEqual({
      text,
      warnings: [],
    });
  });

  it("goes before what the text declares, not before UTF-8", async () => {
    const text = page("windows-1252", "Жук");
    expect((await decode(encodeText(text, "windows-1251"), { encoding: "windows-1251" })).text).toBe(text);
    expect((await decode(Buffer.from("Жук, Лев"), { encoding: "windows-1251" })).text).toBe("Жук, Лев");
  });

  it("an encoding that cannot be right is told by the characters that it leaves", async () => {
    const { text, warnings } = await decode(encodeText("Müller\nJürgen", "windows-1252"), { encoding: "utf-8" });
    expect(text).toBe("M\uFFFDller\nJ\uFFFDrgen");
    expect(warnings).toEqual([{ code: "undecodable_text", count: 2, detail: "utf-8" }]);
  });

  it.each([
    ["UTF8", "utf-8"],
    ["latin1", "windows-1252"],
    ["cp1251", "windows-1251"],
    ["sjis", "shift_jis"],
    ["GB2312", "gbk"],
    ["cp932", "shift_jis"],
    ["nonsense", null],
    ["x-user-defined", null],
  ])("may be named %s for %s", (label, encoding) => {
    expect(readEncoding(label)).toBe(encoding);
  });
});

describe("no character breaks on a border of pieces", () => {
  const letters: Readonly<Record<string, string>> = {
    "utf-8": "aé漢😀ж",
    "utf-16le": "aé漢😀ж",
    shift_jis: "a表ソ示ｱ",
    gbk: "a价格国",
    gb18030: "a价格国",
    big5: "a功許蓋",
    "euc-kr": "a가격",
    "euc-jp": "a料金",
  };
  const bytesOf = (text: string, encoding: TextEncoding): Buffer => {
    if (encoding === "utf-8") return Buffer.from(text);
    return encoding === "utf-16le" ? Buffer.from(text, "utf16le") : encodeText(text, encoding);
  };

  it.each(Object.keys(letters))("in %s", async (label) => {
    const encoding = readEncoding(label);
    if (encoding === null) throw new Error(`${label} is not known`);
    const text = fc.string({ unit: fc.constantFrom(...(letters[label] ?? "")), minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (written, pieceBytes) => {
        const decoded = await decode(bytesOf(written, encoding), { encoding, pieceBytes });
        expect(decoded).toEqual({ text: written, warnings: [] });
      }),
    );
  });
});
