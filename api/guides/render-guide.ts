import { Marked, type Tokens } from "marked";
import type { Guide, Section } from "./guide.ts";
import { pathOfGuide, resolveGuideLink } from "./guide-link.ts";

/** Renders one Markdown file of `docs/`; `file` is its path there. */
export const renderGuide = (file: string, markdown: string): Guide => {
  const path = pathOfGuide(file);
  const nameAnchor = createAnchors();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const anchor = nameAnchor(this.parser.parseInline(tokens, this.parser.textRenderer));
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = resolveGuideLink(file, href);
        return address === null ? words : `<a href="${escape(address)}">${words}</a>`;
      },
      image({ href, text }) {
        const address = resolveGuideLink(file, href);
        return address === null ? escape(text) : `<img src="${escape(address)}" alt="${escape(text)}" loading="lazy">`;
      },
      // A guide holds no HTML of its own: what looks like it is meant as text.
      html: ({ text }) => escape(text),
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[], name: string) =>
          row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join("");
        const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        const table = `<table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${body}</tbody></table>`;
        return `<div class="table" tabindex="0" role="group" aria-label="${escape(header.map(({ text }) => text).join(", "))}">${table}</div>\n`;
      },
      code: ({ text, lang }) =>
        `<pre tabindex="0"><code class="${escape((lang ?? "").split(" ")[0] ?? "")}">${escape(text)}</code></pre>\n`,
    },
  });
  const html = marked.parse(markdown, { async: false });
  const sections = listSections(path, html);
  return { path, title: sections[0]?.heading ?? "Ringdown", summary: summaryOf(html), markdown, html, sections };
};

const summaryOf = (html: string): string => toWords(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "");

/** Nobody looks for the whole address of a source or for quotation marks of code: without them the index stays small. */
const NOT_LOOKED_FOR = /https?:\/\/[^\s;,)]+\.[^\s;,)]+|"/g;

const CODE = /<pre\b.*?<\/pre>/gs;

/** The words of a block of code, each once: nobody looks for its brackets, or for a command by how often it says something. */
const listWordsOnce = (code: string): string =>
  ` ${[...new Set(toWords(code).split(/[^\p{L}\p{N}_./$+:-]+/u))].join(" ")} `;

const HEADING = /<h[1-6] id="([^"]*)">(.*?)<\/h[1-6]>/gs;

const listSections = (path: string, html: string): Section[] => {
  const headings = [...html.matchAll(HEADING)];
  return headings.map((match, at) => {
    const [whole, anchor = "", heading = ""] = match;
    const text = html.slice(match.index + whole.length, headings[at + 1]?.index);
    const words = toWords(text.replaceAll(CODE, listWordsOnce)).replaceAll(NOT_LOOKED_FOR, "");
    return { address: at === 0 ? path : `${path}#${anchor}`, heading: toWords(heading), text: words };
  });
};

/** Returns the words of HTML that this file has rendered. */
const toWords = (html: string): string =>
  html
    .replaceAll(/<\/?(?:code|a|strong|em)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns a function that names the anchors of a page's headings as GitHub does. */
const createAnchors = (): ((heading: string) => string) => {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
