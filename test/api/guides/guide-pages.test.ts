import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Guide } from "../../../api/guides/guide.ts";
import { locateGuides, readGuides } from "../../../api/guides/read-guides.ts";
import { renderGuide } from "../../../api/guides/render-guide.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const docs = join(import.meta.dirname, "../../../docs");

let test: TestDatabase;
let api: TestApi;
let guides: readonly Guide[];

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  guides = await readGuides(docs);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const fetchText = async (path: string, headers: Record<string, string> = {}) => {
  const response = await api.client().fetch(path, { headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

const linksOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => (link ?? "").replaceAll("&amp;", "&"));

describe("the guides", () => {
  it("are pages whose links and pictures lead somewhere, and that load nothing from outside", async () => {
    expect(guides.length).toBeGreaterThan(25);
    const anchors = new Map<string, ReadonlySet<string>>();
    const targets = new Set<string>();
    for (const { path } of guides) {
      const { status, type, text } = await fetchText(`/docs/${path}`);
      expect([path, status, type]).toEqual([path, 200, "text/html; charset=utf-8"]);
      anchors.set(`/docs/${path}`, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "")));
      for (const link of linksOf(text)) targets.add(link.startsWith("#") ? `/docs/${path}${link}` : link);
      expect([path, [...text.matchAll(/(?:src=|<link[^>]*href=)"(?!\/)/g)]]).toEqual([path, []]);
    }
    const broken: string[] = [];
    for (const target of [...targets].filter((link) => link.startsWith("/"))) {
      const [path = "", anchor] = target.split("#");
      if (!anchors.has(path) && (await fetchText(path)).status !== 200) broken.push(target);
      if (anchor !== undefined && anchors.get(path)?.has(anchor) === false) broken.push(target);
    }
    expect(broken).toEqual([]);
    expect(targets).toContain("/docs/console/campaign-light.png");
    expect(targets).toContain("/docs/api/");
  });

  it("are listed beside each page, and the page that is read is marked", async () => {
    const { text } = await fetchText("/docs/integrators/tour/");
    expect(text).toContain('<a href="/docs/integrators/tour" aria-current="page">');
    for (const { path } of guides.slice(1)) expect(text).toContain(`href="/docs/${path}"`);
  });

  it("come as the Markdown that they are made of", async () => {
    for (const file of ["integrators/tour.md", "operators/upgrade.md"]) {
      const { type, text } = await fetchText(`/docs/${file}`);
      expect([type, text]).toEqual(["text/markdown; charset=utf-8", readFileSync(join(docs, file), "utf8")]);
    }
    expect((await fetchText("/docs/index.md")).text).toBe(readFileSync(join(docs, "README.md"), "utf8"));
  });

  it("are listed for programs, each with what it says", async () => {
    const { type, text } = await fetchText("/llms.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Ringdown\n\n> /);
    for (const { path } of guides.slice(1))
      expect(text).toMatch(new RegExp(`\\]\\(${api.baseUrl}/docs/${path}\\.md\\): \\S.*[^:]$`, "m"));
  });

  it("are found by their words, section by section", async () => {
    const { text } = await fetchText("/docs/search.json");
    const pages: [title: string, path: string, sections: [anchor: string, heading: string, text: string][]][] =
      JSON.parse(text);
    const sections = pages.flatMap(([page, path, ofPage]) =>
      ofPage.map(([anchor, heading, words]) => ({ page, address: path + anchor, heading, text: words })),
    );
    expect(sections).toContainEqual({
      page: "Webhooks",
      address: "integrators/webhooks#verify-a-delivery",
      heading: "Verify a delivery",
      text: expect.stringContaining("Standard Webhooks"),
    });
    expect(sections.filter(({ page }) => page === "Changes of the API by version")).toEqual([]);
    // As it is sent over the line.
    expect(gzipSync(text).length).toBeLessThan(200_000);
  });

  it("are compressed, and sent once to who has them", async () => {
    const first = await api.client().fetch("/docs/integrators/tour", { headers: { "accept-encoding": "gzip" } });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const etag = first.headers.get("etag") ?? "";
    const again = await api.client().fetch("/docs/integrators/tour", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("run no script but their own", async () => {
    const { headers } = await api.client().fetch("/docs");
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self'(;|$)/);
    const { text } = await fetchText("/docs");
    expect(text).not.toMatch(/<script(?! src="\/docs\/guides\.js")| on\w+="|style="/);
    expect((await fetchText("/docs/no-such-guide")).status).toBe(404);
    expect((await fetchText("/docs/engineers/tests")).status).toBe(404);
  });

  it("are those beside the program where a build has put them", () => {
    expect(locateGuides(join(docs, "../nowhere/api.js"))).toBe(docs);
    expect(locateGuides(join(docs, "../api.js"))).toBe(docs);
  });
});

describe("a guide", () => {
  it("holds no HTML of its own, and no link to what is not served", () => {
    const { html } = renderGuide(
      "operators/x.md",
      '# X\n\nA <b>bold</b> `<script>` [word](../engineers/tests.md) [tour](../integrators/tour.md#the-report)\n\n<script>1</script>\n\n![a "b"](../images/y.png) [js](javascript:alert)\n',
    );
    expect(html).not.toMatch(/<b>|<script|engineers/);
    expect(html).toContain('<a href="/docs/integrators/tour#the-report">tour</a>');
    expect(html).toContain('<img src="/docs/images/y.png" alt="a &quot;b&quot;" loading="lazy">');
  });

  it("names its headings' anchors as GitHub does", () => {
    const { sections } = renderGuide(
      "integrators/x.md",
      "# A `GET` & b\n\none\n\n## Same\n\ntwo\n\n## Same\n\nthree\n",
    );
    expect(sections).toEqual([
      { address: "integrators/x", heading: "A GET & b", text: "one" },
      { address: "integrators/x#same", heading: "Same", text: "two" },
      { address: "integrators/x#same-1", heading: "Same", text: "three" },
    ]);
  });
});
