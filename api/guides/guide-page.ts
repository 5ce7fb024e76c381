import type { Guide } from "./guide.ts";
import { escape } from "./render-guide.ts";

const AREAS: Readonly<Record<string, string>> = {
  integrators: "For your software",
  operators: "For an installation",
  console: "The console",
};

/** Returns the whole page of a guide. */
export const buildGuidePage = (guide: Guide, guides: readonly Guide[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(guide.path === "" ? "Ringdown guides" : `${guide.title} - Ringdown`)}</title>
<link rel="stylesheet" href="/docs/guides.css"><link rel="alternate" type="text/markdown" href="/docs/${markdownPath(guide)}">
<script src="/docs/guides.js" defer></script></head>
<body>
<a class="skip" href="#guide">Skip to the guide</a>
<header><a href="/docs/">Ringdown</a>
<form role="search"><input id="search" type="search" placeholder="Search the guides" aria-label="Search the guides" autocomplete="off"></form>
<nav aria-label="Pages"><a href="/docs/api/">API</a> <a href="/docs/integrators/error-codes">Error codes</a> <a href="/llms.txt">llms.txt</a></nav></header>
<section id="found" aria-label="Found" aria-live="polite" hidden></section>
<div class="columns">
<nav class="guides" aria-label="Guides">${listLinks(guide, guides)}</nav>
<main id="guide">${guide.html}<footer><a href="/docs/${markdownPath(guide)}">This page as Markdown</a></footer></main>
</div>
</body>
</html>
`;

export const markdownPath = ({ path }: Guide): string => (path === "" ? "index.md" : `${path}.md`);

const listLinks = (current: Guide, guides: readonly Guide[]): string =>
  Object.entries(AREAS)
    .map(([folder, name]) => {
      const links = guides
        .filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
        .map(({ path, title }) => {
          const mark = path === current.path ? ' aria-current="page"' : "";
          return `<li><a href="/docs/${path}"${mark}>${escape(title)}</a></li>`;
        });
      return `<h2>${name}</h2><ul>${links.join("")}</ul>`;
    })
    .join("");

/** Returns the list of the guides for programs that read, as llmstxt.org describes it. */
export const buildLlmsText = (guides: readonly Guide[], baseUrl: string): string => {
  const lines = Object.entries(AREAS).flatMap(([folder, name]) => [
    `\n## ${name}\n`,
    ...guides
      .filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
      .map((guide) => `- [${guide.title}](${baseUrl}/docs/${markdownPath(guide)}): ${firstSentence(guide.summary)}`),
  ]);
  return `# Ringdown\n\n> A self-hosted voice-agent platform: agents that call and answer, campaigns that dial every contact once, on Temporal.\n
The API is described by [its OpenAPI document](${baseUrl}/api/v1/openapi.json), 3.1. Requests go to \`${baseUrl}/api/v1\` with a key in \`X-API-Key\`.
${lines.join("\n")}\n`;
};

const firstSentence = (summary: string): string => /^.*?[.:](?=\s|$)/.exec(summary)?.[0].replace(/:$/, ".") ?? summary;
